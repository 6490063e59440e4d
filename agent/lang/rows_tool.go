package lang

import "github.com/holdfast-go/holdfast/agent/event"

// Tool names a tool of agent/tools for people; in English that is its Title.
func (p *Printer) Tool(name string) event.Words { return p.label("tool", name) }

func toolRows() []row {
	return []row{
		{key: "tool.webpage_open", english: "Open a page", chinese: "打开页面"},
		{key: "tool.webpage_navigate", english: "Go to an address", chinese: "前往网址"},
		{key: "tool.webpage_snapshot", english: "Read the page", chinese: "读取页面"},
		{key: "tool.webpage_find", english: "Search the last snapshot", chinese: "在上次快照中查找"},
		{key: "tool.webpage_text", english: "Read the text", chinese: "读取正文"},
		{key: "tool.webpage_extract", english: "Extract data", chinese: "提取数据"},
		{key: "tool.webpage_screenshot", english: "Take a picture", chinese: "截图"},
		{key: "tool.webpage_locate", english: "Locate an element", chinese: "定位元素"},
		{key: "tool.webpage_revalidate", english: "Check refs", chinese: "校验引用"},
		{key: "tool.webpage_wait", english: "Wait", chinese: "等待"},
		{key: "tool.webpage_console", english: "Read the console", chinese: "读取控制台"},
		{key: "tool.webpage_network", english: "Read the network", chinese: "读取网络请求"},
		{key: "tool.webpage_diagnose", english: "Diagnose the browser", chinese: "诊断浏览器"},
		{key: "tool.webpage_tabs", english: "List, activate, close or hand over tabs", chinese: "列出、激活、关闭或移交标签页"},
		{key: "tool.webpage_click", english: "Click", chinese: "点击"},
		{key: "tool.webpage_hover", english: "Hover", chinese: "悬停"},
		{key: "tool.webpage_drag", english: "Drag", chinese: "拖动"},
		{key: "tool.webpage_select_text", english: "Select text", chinese: "选择文本"},
		{key: "tool.webpage_fill", english: "Fill a control", chinese: "填写"},
		{key: "tool.webpage_select", english: "Choose options", chinese: "选择选项"},
		{key: "tool.webpage_press", english: "Press a key", chinese: "按键"},
		{key: "tool.webpage_scroll", english: "Scroll", chinese: "滚动"},
		{key: "tool.webpage_upload", english: "Upload files", chinese: "上传文件"},
		{key: "tool.webpage_dialog", english: "Answer a dialog", chinese: "回应对话框"},
		{key: "tool.webpage_resize", english: "Resize the viewport", chinese: "调整视口大小"},
		{key: "tool.webpage_record", english: "Record the session", chinese: "录制会话"},
		{key: "tool.webpage_execute", english: "Run code", chinese: "运行代码"},
	}
}
