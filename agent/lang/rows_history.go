package lang

// What is said of saved conversations.
const (
	// HistoryImagesLeftOut: %v is why there was no room for them.
	HistoryImagesLeftOut Message = "history.images_left_out"
	// HistoryMakeRoom is what to do then.
	HistoryMakeRoom Message = "history.make_room"
	// HistoryNotSaved: %v is why.
	HistoryNotSaved Message = "history.not_saved"
	// HistoryExport is what to do then.
	HistoryExport Message = "history.export"
	// HistoryDamaged: %s is the file, %v what is wrong with it.
	HistoryDamaged Message = "history.damaged"
	// HistoryAside: %s is where the file is now.
	HistoryAside Message = "history.aside"
)

func historyRows() []row {
	return []row{
		{
			key: HistoryImagesLeftOut, english: "The conversation was saved without its images: %v",
			chinese: "对话已保存，但不含图片：%v",
		},
		{key: HistoryMakeRoom, english: "Make room on the disk.", chinese: "请释放磁盘空间"},
		{key: HistoryNotSaved, english: "The conversation could not be saved: %v", chinese: "无法保存对话：%v"},
		{
			key: HistoryExport, english: "Make room on the disk, or export the conversation; it goes on all the same.",
			chinese: "请释放磁盘空间，或导出对话；对话会照常继续",
		},
		{key: HistoryDamaged, english: "%s could not be read and was set aside: %v", chinese: "%s 无法读取，已另存：%v"},
		{key: HistoryAside, english: "It is in %s.", chinese: "文件在 %s"},
	}
}
