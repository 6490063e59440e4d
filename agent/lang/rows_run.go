package lang

// What a run says of itself.
const (
	// RunCapped: %d is the limit of steps.
	RunCapped Message = "run.capped"
	// RunTokens: %d is the limit of tokens.
	RunTokens Message = "run.tokens"
	// RunCost: %s is the limit, in US dollars.
	RunCost Message = "run.cost"
	// RunTime: %s is the limit.
	RunTime Message = "run.time"
	// RunStopped: the caller stopped it.
	RunStopped Message = "run.stopped"
	// RunUnfulfilled: %d is how often it was checked, %s why it did not pass.
	RunUnfulfilled Message = "run.unfulfilled"
	// RunFailed: %v is the error.
	RunFailed Message = "run.failed"
	// RunResumed: it was interrupted and goes on.
	RunResumed Message = "run.resumed"
	// RunRepeats: %s is the tool of the step that may have been made already.
	RunRepeats Message = "run.repeats"
	// RunLoop: %d is how often the same was done on the same page.
	RunLoop Message = "run.loop"
	// RunWaits: %d is the attempt that failed, %s when the next one is made.
	RunWaits Message = "run.waits"
	// RunNoPlan: %s is why (see [Printer.Why]).
	RunNoPlan Message = "run.no_plan"
	// RunNotAPlan is why when the model wrote none.
	RunNotAPlan Message = "run.not_a_plan"
	// RunNoCheck: %s is why (see [Printer.Why]).
	RunNoCheck Message = "run.no_check"
	// RunNotAVerdict is why when the model wrote none.
	RunNotAVerdict Message = "run.not_a_verdict"
	// RunNotPassed: %d is the check, %s what is missing.
	RunNotPassed Message = "run.not_passed"
	// RunTrimmed: %d steps are not sent any more.
	RunTrimmed Message = "run.trimmed"
	// RunOver: what must stay is too long as well.
	RunOver Message = "run.over"
	// RunCut: the answer is longer than the model may write.
	RunCut Message = "run.cut"
	// RunNoPicture: %v is why an automatic screenshot could not be taken.
	RunNoPicture Message = "run.no_picture"
)

func runRows() []row {
	return []row{
		{
			key: RunCapped, one: "The limit of %d step is reached. The run can be continued.",
			english: "The limit of %d steps is reached. The run can be continued.", chinese: "已达到 %d 步的上限，可以继续运行",
		},
		{key: RunTokens, english: "The limit of %d tokens is reached.", chinese: "已达到 %d 个 token 的上限"},
		{key: RunCost, english: "The limit of $%s is reached.", chinese: "已达到 $%s 的费用上限"},
		{key: RunTime, english: "The limit of %s is reached.", chinese: "已达到 %s 的时间上限"},
		{key: RunStopped, english: "The run was stopped.", chinese: "运行已停止"},
		{
			key: RunUnfulfilled, one: "The task is not done, as %d check found: %s",
			english: "The task is not done, as %d checks found: %s", chinese: "经 %d 次检查，任务仍未完成：%s",
		},
		{key: RunFailed, english: "The run failed: %v", chinese: "运行失败：%v"},
		{key: RunResumed, english: "The run goes on where it was interrupted.", chinese: "运行从中断处继续"},
		{
			key: RunRepeats, english: "Before the interruption %s may have had its effect already.",
			chinese: "中断前 %s 可能已经生效",
		},
		{
			key: RunLoop, one: "The agent did this %d time on the same page. It is told to go another way.",
			english: "The agent did the same %d times on the same page. It is told to go another way.",
			chinese: "智能体在同一页面上重复了 %d 次相同操作，已要求其换一种方法",
		},
		{
			key: RunWaits, english: "The model could not be reached (attempt %d). The next attempt is in %s.",
			chinese: "无法连接模型（第 %d 次尝试），将在 %s 后重试",
		},
		{key: RunNoPlan, english: "There is no plan; the run goes on without one: %s", chinese: "没有得到计划，将不带计划继续：%s"},
		{key: RunNotAPlan, english: "the model wrote no plan", chinese: "模型没有给出计划"},
		{key: RunNoCheck, english: "The result could not be checked: %s", chinese: "无法检查结果：%s"},
		{key: RunNotAVerdict, english: "the model gave no verdict (a line that begins with DONE or MISSING)", chinese: "模型没有给出结论（以 DONE 或 MISSING 开头的一行）"},
		{key: RunNotPassed, english: "Check %d did not pass: %s", chinese: "第 %d 次检查未通过：%s"},
		{
			key: RunTrimmed, one: "The conversation is long. %d earlier step is not sent to the model any more.",
			english: "The conversation is long. %d earlier steps are not sent to the model any more.",
			chinese: "对话较长，较早的 %d 步不再发送给模型",
		},
		{
			key: RunOver, english: "The conversation is longer than the model's window. Start a new one.",
			chinese: "对话超出模型的上下文窗口，请新建对话",
		},
		{
			key: RunCut, english: "The answer was cut at the limit of the model's output: its end is missing.",
			chinese: "回答达到模型输出上限而被截断，结尾缺失",
		},
		{key: RunNoPicture, english: "No screenshot could be taken: %v", chinese: "无法截图：%v"},
	}
}
