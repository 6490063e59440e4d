package lang

import (
	"errors"

	"github.com/holdfast-go/holdfast/agent/event"
	"github.com/holdfast-go/holdfast/agent/model"
)

// Explain says what went wrong with a turn of a model and what to do. It quotes
// nothing of the endpoint.
func (p *Printer) Explain(k model.Kind) event.Words {
	if words := p.label("model", string(k)); words != event.Words(k) {
		return words
	}
	return p.Say(ModelFailed)
}

// Why says what an error is about: in words of its own when it has a method
// Words, by its kind when it is a model's, and as it stands otherwise.
func (p *Printer) Why(err error) event.Words {
	var own interface {
		error
		Words(*Printer) event.Words
	}
	if errors.As(err, &own) {
		return own.Words(p)
	}
	if e, ok := errors.AsType[*model.Error](err); ok {
		return p.Explain(e.Kind)
	}
	return event.Words(err.Error())
}

// ModelFailed is said of a failure of a kind that is not known.
const ModelFailed Message = "model.failed"

func modelRows() []row {
	return []row{
		{key: ModelFailed, english: "The request to the model failed.", chinese: "模型请求失败"},
		{
			key: "model.auth", english: "The API key is wrong, expired or not allowed to do this.",
			chinese: "API Key 无效、已过期或没有权限",
		},
		{
			key: "model.not_found", english: "The model or the address does not exist. Check both in the settings.",
			chinese: "模型或地址不存在，请检查设置",
		},
		{key: "model.rate_limited", english: "Too many requests. Try again in a moment.", chinese: "请求过于频繁，请稍后重试"},
		{
			key: "model.quota", english: "The account has no credit left. Check it with the vendor.",
			chinese: "账户额度已用完，请到服务商处查看",
		},
		{key: "model.bad_request", english: "The service does not accept the request.", chinese: "服务不接受该请求"},
		{
			key: "model.context_overflow", english: "The conversation is too long for the model. Start a new one or choose a model with a larger window.",
			chinese: "对话过长，超出模型的上下文窗口，请新建对话或换用窗口更大的模型",
		},
		{
			key: "model.unavailable", english: "The service is not available at the moment. Try again later.",
			chinese: "服务暂时不可用，请稍后重试",
		},
		{key: "model.provider", english: "The service reported an error.", chinese: "服务返回了错误"},
		{
			key: "model.network", english: "The network connection failed. Check the address and the network.",
			chinese: "网络连接失败，请检查地址和网络",
		},
		{key: "model.timeout", english: "The request took too long.", chinese: "请求超时"},
		{
			key: "model.not_api", english: "What answers at this address does not stream answers as OpenAI-compatible services do. Check the base URL, and whether the server can stream.",
			chinese: "该地址没有按兼容 OpenAI 的方式流式返回，请检查 Base URL，以及服务是否支持流式输出",
		},
		{key: "model.stream_cut", english: "The answer broke off. Try again.", chinese: "回复中断，请重试"},
		{
			key: "model.truncated", english: "The answer was cut at the output limit. Raise the limit.",
			chinese: "回复达到输出上限被截断，请调高输出上限",
		},
		{key: "model.empty", english: "The model answered with nothing. Try again.", chinese: "模型返回了空回复，请重试"},
		{key: "model.refused", english: "The model refuses to answer this.", chinese: "模型拒绝回答"},
	}
}
