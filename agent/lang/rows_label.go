package lang

import "github.com/holdfast-go/holdfast/agent/event"

// State names how a run stands.
func (p *Printer) State(s event.State) event.Words { return p.label("state", string(s)) }

// Phase names what a run is at.
func (p *Printer) Phase(f event.Phase) event.Words { return p.label("phase", string(f)) }

// Progress names how far a call is.
func (p *Printer) Progress(g event.Progress) event.Words { return p.label("progress", string(g)) }

// Subject names what an approval is about.
func (p *Printer) Subject(s event.Subject) event.Words { return p.label("subject", string(s)) }

// Answer names what came of an approval, and the choices of one.
func (p *Printer) Answer(a event.Answer) event.Words { return p.label("answer", string(a)) }

// Outcome names what the fast path did.
func (p *Printer) Outcome(o event.Outcome) event.Words { return p.label("outcome", string(o)) }

// Level names how serious a notice is.
func (p *Printer) Level(l event.Level) event.Words { return p.label("level", string(l)) }

func labelRows() []row {
	return []row{
		{key: "state.idle", english: "idle", chinese: "空闲"},
		{key: "state.running", english: "running", chinese: "运行中"},
		{key: "state.waiting", english: "waiting for an answer", chinese: "等待答复"},
		{key: "state.stopping", english: "stopping", chinese: "正在停止"},
		{key: "state.done", english: "done", chinese: "已完成"},
		{key: "state.unfulfilled", english: "not done", chinese: "未完成"},
		{key: "state.capped", english: "out of steps", chinese: "达到步数上限"},
		{key: "state.exhausted", english: "out of budget", chinese: "达到预算上限"},
		{key: "state.stopped", english: "stopped", chinese: "已停止"},
		{key: "state.failed", english: "failed", chinese: "失败"},
		{key: "phase.planner", english: "planning", chinese: "规划"},
		{key: "phase.fast_path", english: "fast path", chinese: "快路径"},
		{key: "phase.navigator", english: "working", chinese: "执行"},
		{key: "phase.validator", english: "checking", chinese: "检查"},
		{key: "progress.running", english: "running", chinese: "进行中"},
		{key: "progress.done", english: "done", chinese: "完成"},
		{key: "progress.failed", english: "failed", chinese: "失败"},
		{key: "progress.refused", english: "not allowed", chinese: "未获授权"},
		{key: "progress.canceled", english: "stopped", chinese: "已中止"},
		{key: "subject.site", english: "site", chinese: "网站"},
		{key: "subject.password", english: "password", chinese: "密码"},
		{key: "subject.script", english: "script", chinese: "脚本"},
		{key: "subject.upload", english: "upload", chinese: "上传"},
		{key: "subject.purchase", english: "purchase", chinese: "购买"},
		{key: "answer.once", english: "allow once", chinese: "仅本次允许"},
		{key: "answer.always", english: "always allow", chinese: "始终允许"},
		{key: "answer.deny", english: "deny", chinese: "拒绝"},
		{key: "answer.expired", english: "nobody answered in time", chinese: "超时未答复"},
		{key: "answer.canceled", english: "given up", chinese: "已取消"},
		{key: "level.info", english: "Note", chinese: "提示"},
		{key: "level.warning", english: "Warning", chinese: "警告"},
		{key: "level.error", english: "Error", chinese: "错误"},
	}
}
