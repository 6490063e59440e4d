package model

// Known returns the models that the library knows. Windows and prices are what
// the vendors published by the end of 2025, for the shortest requests and
// without batches; they change, so a program that accounts for money hands in
// its own with [Registry.With].
func Known() Registry {
	const k, m = 1_000, 1_048_576
	return Registry{}.With(
		Info{"gpt-4o", 128 * k, 16_384, true, Price{2.50, 1.25, 10}, ReasoningNone},
		Info{"gpt-4o-mini", 128 * k, 16_384, true, Price{0.15, 0.075, 0.60}, ReasoningNone},
		Info{"gpt-4.1", 1_047_576, 32_768, true, Price{2, 0.50, 8}, ReasoningNone},
		Info{"gpt-4.1-mini", 1_047_576, 32_768, true, Price{0.40, 0.10, 1.60}, ReasoningNone},
		Info{"gpt-4.1-nano", 1_047_576, 32_768, true, Price{0.10, 0.025, 0.40}, ReasoningNone},
		Info{"gpt-5", 400 * k, 128 * k, true, Price{1.25, 0.125, 10}, ReasoningHidden},
		Info{"gpt-5.1", 400 * k, 128 * k, true, Price{1.25, 0.125, 10}, ReasoningHidden},
		Info{"gpt-5-mini", 400 * k, 128 * k, true, Price{0.25, 0.025, 2}, ReasoningHidden},
		Info{"gpt-5-nano", 400 * k, 128 * k, true, Price{0.05, 0.005, 0.40}, ReasoningHidden},
		Info{"gpt-5-chat", 128 * k, 16_384, true, Price{1.25, 0.125, 10}, ReasoningNone},
		Info{"o1", 200 * k, 100 * k, true, Price{15, 7.50, 60}, ReasoningHidden},
		Info{"o3", 200 * k, 100 * k, true, Price{2, 0.50, 8}, ReasoningHidden},
		Info{"o3-mini", 200 * k, 100 * k, false, Price{1.10, 0.55, 4.40}, ReasoningHidden},
		Info{"o4-mini", 200 * k, 100 * k, true, Price{1.10, 0.275, 4.40}, ReasoningHidden},
		Info{"deepseek-chat", 128 * k, 8_192, false, Price{0.28, 0.028, 0.42}, ReasoningNone},
		Info{"deepseek-reasoner", 128 * k, 65_536, false, Price{0.28, 0.028, 0.42}, ReasoningEchoed},
		Info{"claude-haiku-4.5", 200 * k, 64 * k, true, Price{1, 0.10, 5}, ReasoningNone},
		Info{"claude-sonnet-4.5", 200 * k, 64 * k, true, Price{3, 0.30, 15}, ReasoningNone},
		Info{"claude-opus-4.5", 200 * k, 64 * k, true, Price{5, 0.50, 25}, ReasoningNone},
		Info{"gemini-2.5-flash", m, 65_536, true, Price{0.30, 0.03, 2.50}, ReasoningNone},
		Info{"gemini-2.5-pro", m, 65_536, true, Price{1.25, 0.125, 10}, ReasoningNone},
	)
}
