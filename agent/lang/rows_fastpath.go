package lang

import "github.com/holdfast-go/holdfast/agent/event"

// Reason says why the fast path left a step to the slow path: a
// system1.Reason.
func (p *Printer) Reason(code string) event.Words { return p.label("reason", code) }

// Action names what the fast path chose: a system1.Action.
func (p *Printer) Action(code string) event.Words { return p.label("action", code) }

// Card tells a decision of the fast path in a line. It holds text of the page.
func (p *Printer) Card(f event.FastPath) event.Words {
	head := p.Say(cardHead)
	if f.Model != "" {
		head = p.Say(cardModel, f.Model)
	}
	what := p.Outcome(f.Outcome)
	if f.Action != "" {
		what = Join(what, p.Action(f.Action), event.Words(f.Target))
	}
	if f.Reason != "" {
		what = p.Say(cardReason, what, p.Reason(f.Reason))
	}
	if f.Confidence == 0 && f.LatencyMS == 0 {
		return p.Say(cardBare, head, what)
	}
	return p.Say(cardAsked, head, what, 100*f.Confidence, f.LatencyMS)
}

const (
	cardHead   Message = "card.head"
	cardModel  Message = "card.model"
	cardReason Message = "card.reason"
	cardBare   Message = "card.bare"
	cardAsked  Message = "card.asked"
)

func fastPathRows() []row {
	return []row{
		{key: cardHead, english: "⚡ System 1", chinese: "⚡ System 1"},
		{key: cardModel, english: "⚡ System 1 (%s)", chinese: "⚡ System 1 (%s)"},
		{key: cardReason, english: "%s (%s)", chinese: "%s（%s）"},
		{key: cardBare, english: "%s: %s", chinese: "%s：%s"},
		{key: cardAsked, english: "%s: %s; confidence %.0f %%, %d ms", chinese: "%s：%s；置信度 %.0f%%，%d 毫秒"},
		{key: "outcome.acted", english: "acted", chinese: "已执行"},
		{key: "outcome.yielded", english: "left it to the slow path", chinese: "交给慢路径"},
		{key: "outcome.failed", english: "tried and failed", chinese: "执行失败"},
		{key: "action.click", english: "click", chinese: "点击"},
		{key: "action.type", english: "type", chinese: "输入"},
		{key: "action.scroll", english: "scroll", chinese: "滚动"},
		{key: "action.navigate", english: "go to", chinese: "跳转"},
		{key: "action.leave", english: "leave", chinese: "放弃"},
		{key: "reason.step_cap", english: "it has taken as many steps in a row as it may", chinese: "已达到连续步数上限"},
		{key: "reason.navigated", english: "the page navigated", chinese: "页面已跳转"},
		{key: "reason.action_failed", english: "its last step failed", chinese: "上一步失败"},
		{key: "reason.no_candidates", english: "there is nothing to choose from", chinese: "没有可选元素"},
		{key: "reason.declined", english: "it declined", chinese: "模型主动放弃"},
		{key: "reason.low_confidence", english: "the confidence is too low", chinese: "置信度过低"},
		{key: "reason.sensitive_target", english: "the element is sensitive", chinese: "目标元素敏感"},
		{key: "reason.unknown_choice", english: "it chose what was not offered", chinese: "选择了未提供的选项"},
		{key: "reason.timeout", english: "it took too long", chinese: "超时"},
		{key: "reason.canceled", english: "the run was stopped", chinese: "运行已停止"},
		{key: "reason.error", english: "its service failed", chinese: "服务出错"},
		{key: "reason.paused", english: "its service is left alone for a while", chinese: "暂停请求该服务"},
	}
}
