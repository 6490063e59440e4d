package lang

import "github.com/holdfast-go/holdfast/agent/event"

// What is said of permissions.
const (
	// PermissionsNotRead: %v is why.
	PermissionsNotRead Message = "policy.not_read"
	// PermissionsAnew: what follows from that.
	PermissionsAnew Message = "policy.anew"
	// PermissionNotKept: %v is why.
	PermissionNotKept Message = "policy.not_kept"
	// PermissionForRun: what follows from that.
	PermissionForRun Message = "policy.for_run"
)

// Question puts an approval to a person, in a line. It names the site and the
// element; what is to be run or uploaded is in the approval's Detail.
func (p *Printer) Question(a event.Approval) event.Words {
	question := p.label("ask", string(a.Subject))
	if question == event.Words(a.Subject) {
		return p.Say(askOther, a.Tool, a.Site)
	}
	key := Message("ask." + a.Subject)
	if a.Target != "" && a.Subject != event.SubjectSite {
		return Join(p.Say(key, a.Site), p.Say(askTarget, a.Target))
	}
	return p.Say(key, a.Site)
}

const (
	askOther  Message = "ask.other"
	askTarget Message = "ask.target"
)

func policyRows() []row {
	return []row{
		{key: PermissionsNotRead, english: "What was allowed earlier could not be read: %v", chinese: "无法读取已保存的授权：%v"},
		{key: PermissionsAnew, english: "Permissions are asked for anew.", chinese: "将重新询问授权"},
		{key: PermissionNotKept, english: "The permission could not be remembered: %v", chinese: "无法保存授权：%v"},
		{key: PermissionForRun, english: "It holds for this run.", chinese: "授权仅在本次运行中有效"},
		{key: "ask.site", english: "May the agent use %s?", chinese: "允许智能体使用 %s 吗？"},
		{key: "ask.password", english: "May the agent fill in a password or secret on %s?", chinese: "允许智能体在 %s 填写密码或密钥吗？"},
		{key: "ask.script", english: "May the agent run this script on %s?", chinese: "允许智能体在 %s 运行此脚本吗？"},
		{key: "ask.upload", english: "May the agent upload these files to %s?", chinese: "允许智能体向 %s 上传这些文件吗？"},
		{key: "ask.purchase", english: "May the agent do what may buy or send something on %s?", chinese: "允许智能体在 %s 执行可能购买或提交的操作吗？"},
		{key: askOther, english: "May the agent call %s on %s?", chinese: "允许智能体在 %[2]s 调用 %[1]s 吗？"},
		{key: askTarget, english: "(%s)", chinese: "（%s）"},
	}
}
