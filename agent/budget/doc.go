// Package budget keeps a conversation within the context window of a model. It
// is pure: messages go in, other messages come out, and what went in stays as it
// was.
//
//	governed, report := budget.Govern(messages, budget.Options{Limit: 100_000})
//
// What gives way, in this order:
//
//  1. Outlines: of each page only the newest full one stays, earlier ones shrink
//     to a line. An outline of a page that has changed since is worse than none.
//  2. Images: the newest few stay.
//  3. Results of tools over 8,000 characters lose their middle: 60 % of what is
//     kept is the beginning, 40 % the end. The newest outlines are spared.
//  4. Steps: when all that is not enough, the oldest go, call and results
//     together.
//  5. When even what must stay is too much, the newest outlines lose their middle
//     too, and results lose more.
//
// What holds of every conversation that comes out:
//
//   - The first message is the user's and the one that came in: the task.
//   - The last complete turn of the assistant, all that follows it, and the last
//     thing that the user said are there.
//   - Every result answers a call right before it, and every call has its result;
//     one that has none, because a run was stopped, gets one that says so.
//   - When steps went, the first message says so.
//   - Page text stays between its marks (see agent/tools.Mark), wherever it is cut.
//   - Doing it again changes nothing.
//
// Steps, images, 8,000 and 60/40, the estimate of tokens and the first three
// promises are the requirement's (seed 000, section 4); the rest is ours.
package budget
