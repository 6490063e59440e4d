package lang

// What stands in an exported conversation and a transcript.
const (
	ExportUser      Message = "export.user"
	ExportSteering  Message = "export.steering"
	ExportAssistant Message = "export.assistant"
	ExportPlan      Message = "export.plan"
	// ExportSuccess: %s is how the validator tells that the task is done.
	ExportSuccess Message = "export.success"
	// ExportPassed and ExportNotPassed: %d is the number of the check.
	ExportPassed    Message = "export.passed"
	ExportNotPassed Message = "export.not_passed"
	ExportApproval  Message = "export.approval"
	// ExportNoAnswer: nobody has answered yet.
	ExportNoAnswer Message = "export.no_answer"
	// ExportRepeated: the call was made again after a crash.
	ExportRepeated Message = "export.repeated"
	// ExportImages: %d images are not in it.
	ExportImages Message = "export.images"
	// ExportTotal: %d turns, %d tokens sent, %d of them cached, %d received, %s
	// the cost in US dollars.
	ExportTotal Message = "export.total"
)

func exportRows() []row {
	return []row{
		{key: ExportUser, english: "User", chinese: "用户"},
		{key: ExportSteering, english: "User, meanwhile", chinese: "用户（运行中）"},
		{key: ExportAssistant, english: "Assistant", chinese: "助手"},
		{key: ExportPlan, english: "Plan", chinese: "计划"},
		{key: ExportSuccess, english: "Done when: %s", chinese: "完成标准：%s"},
		{key: ExportPassed, english: "Check %d: done", chinese: "第 %d 次检查：已完成"},
		{key: ExportNotPassed, english: "Check %d: not done", chinese: "第 %d 次检查：未完成"},
		{key: ExportApproval, english: "Approval", chinese: "授权"},
		{key: ExportNoAnswer, english: "no answer", chinese: "未答复"},
		{key: ExportRepeated, english: "made again after a crash", chinese: "崩溃后重新执行"},
		{key: ExportImages, one: "%d image left out", english: "%d images left out", chinese: "省略 %d 张图片"},
		{
			key: ExportTotal, one: "%d turn, %d tokens in (%d cached), %d out, $%s",
			english: "%d turns, %d tokens in (%d cached), %d out, $%s", chinese: "%d 轮，输入 %d 个 token（缓存 %d），输出 %d，$%s",
		},
	}
}
