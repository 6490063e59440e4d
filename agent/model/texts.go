package model

import "strings"

// Explain says to a person what went wrong and what to do, in Chinese when the
// language begins with zh, else in English. It quotes nothing of the endpoint.
func (k Kind) Explain(language string) string {
	english, chinese := k.texts()
	tag := strings.ToLower(language)
	if tag == "zh" || strings.HasPrefix(tag, "zh-") || strings.HasPrefix(tag, "zh_") {
		return chinese
	}
	return english
}

// Explain says to a person what went wrong and what to do; see [Kind.Explain].
func (e *Error) Explain(language string) string { return e.Kind.Explain(language) }

func (k Kind) texts() (english, chinese string) {
	switch k {
	case Auth:
		return "The API key is wrong, expired or not allowed to do this.", "API Key 无效、已过期或没有权限"
	case NotFound:
		return "The model or the address does not exist. Check both in the settings.", "模型或地址不存在，请检查设置"
	case RateLimited:
		return "Too many requests. Try again in a moment.", "请求过于频繁，请稍后重试"
	case Quota:
		return "The account has no credit left. Check it with the vendor.", "账户额度已用完，请到服务商处查看"
	case BadRequest:
		return "The service does not accept the request.", "服务不接受该请求"
	case ContextOverflow:
		return "The conversation is too long for the model. Start a new one or choose a model with a larger window.",
			"对话过长，超出模型的上下文窗口，请新建对话或换用窗口更大的模型"
	case Unavailable:
		return "The service is not available at the moment. Try again later.", "服务暂时不可用，请稍后重试"
	case Provider:
		return "The service reported an error.", "服务返回了错误"
	case Network:
		return "The network connection failed. Check the address and the network.", "网络连接失败，请检查地址和网络"
	case Timeout:
		return "The request took too long.", "请求超时"
	case NotAPI:
		return "What answers at this address is no OpenAI-compatible service. Check the base URL.",
			"该地址不是兼容 OpenAI 的接口，请检查 Base URL"
	case StreamCut:
		return "The answer broke off. Try again.", "回复中断，请重试"
	case Truncated:
		return "The answer was cut at the output limit. Raise the limit.", "回复达到输出上限被截断，请调高输出上限"
	case Empty:
		return "The model answered with nothing. Try again.", "模型返回了空回复，请重试"
	case Refused:
		return "The model refuses to answer this.", "模型拒绝回答"
	}
	return "The request to the model failed.", "模型请求失败"
}
