package tools

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"

	"github.com/holdfast-go/holdfast/browser"
	"github.com/holdfast-go/holdfast/outline"
)

// Every tool hands its arguments on and tells what came of it.
func TestTools(t *testing.T) {
	moved := &browser.Receipt{
		Action: "click", Target: browser.Thing{Ref: "e1", Role: "link", Name: "Pay"},
		Title: "Paid", URL: "http://shop.test/paid", Navigated: &browser.Navigation{From: "http://shop.test/", To: "http://shop.test/paid"},
		TargetGone: true, Next: "Take a snapshot.",
	}
	held := "red shoes"
	tested := map[string]bool{}
	for _, c := range []struct {
		name, tool, arguments string
		receipt               *browser.Receipt
		calls, text           string
		structured            string
		reason                string
	}{
		{
			name: "open", tool: "webpage_open", arguments: `{"url":"http://a.test/","background":true}`,
			calls:      `open {URL:http://a.test/ Background:true}`,
			text:       "«page: \"Title of T2\" http://a.test/»\nopened session_id T2, the default page now. Next: webpage_snapshot.",
			structured: `{"session_id":"T2","title":"Title of T2","url":"http://a.test/"}`,
			reason:     "a model needs the id, where it is and what next",
		},
		{
			name: "open nothing", tool: "webpage_open", arguments: ``,
			calls:      `open {}`,
			text:       "opened session_id T2, the default page now. Next: webpage_snapshot.",
			structured: `{"session_id":"T2","title":"Title of T2","url":""}`,
			reason:     "no arguments at all are an empty object",
		},
		{
			name: "navigate", tool: "webpage_navigate", arguments: `{"url":"http://shop.test/paid","until":"load","timeout_ms":5000}`,
			receipt: moved, calls: `T1 navigate {URL:http://shop.test/paid Until:load Timeout:5s}`,
			text: "«\nnavigated: \"Paid\" http://shop.test/paid\nclick e1 link \"Pay\"\n»\nTake a snapshot.",
			structured: `{"session_id":"T1","action":"click","target":{"ref":"e1","role":"link","name":"Pay"},"title":"Paid","url":"http://shop.test/paid",` +
				`"navigated":{"from":"http://shop.test/","to":"http://shop.test/paid"},"target_gone":true,"next":"Take a snapshot."}`,
			reason: "the first line is where the page is now; what next stands outside of the marks",
		},
		{
			name: "go back", tool: "webpage_navigate", arguments: `{"history":"back"}`,
			calls: `T1 navigate {History:back}`, text: "«navigate»", structured: `{"session_id":"T1","action":"navigate"}`,
			reason: "the history is the other way",
		},
		{
			name: "wait", tool: "webpage_wait", arguments: `{"text":"Saved"}`,
			calls:      `T1 wait {Text:Saved}`,
			text:       "«\npage: \"Shop\" http://shop.test/\nwait for something: satisfied after 12 ms; ready_state=complete\n»\nNext: webpage_snapshot, to see the page as it is now.",
			structured: `{"session_id":"T1","for":"something","satisfied":true,"signals":{"ready_state":"complete"},"title":"Shop","url":"http://shop.test/","elapsed_ms":12}`,
			reason:     "what was waited for, how it ended, the signals",
		},
		{
			name: "wait in vain", tool: "webpage_wait", arguments: `{"ref":"e4","state":"enabled","timeout_ms":700}`,
			calls:      `T1 wait {Ref:e4 State:enabled Timeout:700ms}`,
			text:       "«\npage: \"Shop\" http://shop.test/\nwait for something: NOT satisfied within 12 ms; ready_state=complete\n»\nIt did not happen in that time. Take a webpage_snapshot to see what there is, or wait again.",
			structured: `{"session_id":"T1","for":"something","satisfied":false,"signals":{"ready_state":"complete"},"title":"Shop","url":"http://shop.test/","elapsed_ms":12}`,
			reason:     "a time-out is an answer, with what next",
		},
		{
			name: "wait for a time", tool: "webpage_wait", arguments: `{"time_ms":250}`,
			calls:      `T1 wait {Time:250ms}`,
			text:       "«\npage: \"Shop\" http://shop.test/\nwait for something: satisfied after 12 ms; ready_state=complete\n»\nNext: webpage_snapshot, to see the page as it is now.",
			structured: `{"session_id":"T1","for":"something","satisfied":true,"signals":{"ready_state":"complete"},"title":"Shop","url":"http://shop.test/","elapsed_ms":12}`,
			reason:     "milliseconds",
		},
		{
			name: "locate", tool: "webpage_locate", arguments: `{"ref":"e4","highlight":true}`,
			calls: `T1 locate {Ref:e4 Highlight:true}`,
			text:  "«\npage: \"Shop\" http://shop.test/\ne4 button \"Pay\": x=1.3 y=2 width=30 height=10 in_viewport=true; highlighted\nat http://shop.test/\n»",
			structured: `{"session_id":"T1","target":{"ref":"e4","role":"button","name":"Pay"},"box":{"x":1.25,"y":2,"width":30,"height":10},` +
				`"in_viewport":true,"highlighted":true,"title":"Shop","url":"http://shop.test/"}`,
			reason: "the box and whether it is in view",
		},
		{
			name: "revalidate", tool: "webpage_revalidate", arguments: `{"refs":["e4","e9"]}`,
			calls: `T1 revalidate {Refs:[e4 e9]}`,
			text: "«\npage: \"Shop\" http://shop.test/\ne4 button \"Pay\": valid\ne9 button \"Pay\": node_gone\n»\n" +
				"1 cannot be used: take a webpage_snapshot for the refs of what is there now.",
			structured: `{"session_id":"T1","refs":[{"ref":"e4","role":"button","name":"Pay","ok":true},{"ref":"e9","role":"button","name":"Pay","ok":false,"reason":"node_gone"}],` +
				`"title":"Shop","url":"http://shop.test/"}`,
			reason: "an answer for each, and what to do with those that are gone",
		},
		{
			name: "diagnose", tool: "webpage_diagnose", arguments: `{}`,
			calls: `diagnose`, text: "«\neverything works: Fake/1, protocol 1.3\nok      endpoint, 2 ms: here\n»",
			structured: `{"browser":"Fake/1","protocol":"1.3","ok":true,"checks":[{"name":"endpoint","state":"ok","detail":"here","ms":2}]}`,
			reason:     "each check with its time",
		},
		{
			name: "resize", tool: "webpage_resize", arguments: `{"width":390,"height":844,"scale":3,"mobile":true}`,
			calls: `T1 resize {Viewport:390×844 at scale 3, mobile}`, text: "«resize»", structured: `{"session_id":"T1","action":"resize"}`,
			reason: "a viewport",
		},
		{
			name: "record", tool: "webpage_record", arguments: `{"action":"start"}`,
			text: "recording; stop or export it with webpage_record", structured: `{"recording":true,"frames":0,"bytes":0}`,
			reason: "no page is asked for anything until it acts",
		},
		{
			name: "execute", tool: "webpage_execute", arguments: `{"code":"1 + 1","timeout_ms":900}`,
			calls:      `T1 execute {Code:1 + 1 Timeout:900ms}`,
			text:       "«value: {\"sum\":2}»",
			structured: `{"session_id":"T1","state":"value","value":{"sum":2},"action":"execute"}`,
			reason:     "the value as JSON",
		},
		{
			name: "execute a method", tool: "webpage_execute", arguments: `{"method":"DOM.getDocument","params":{"depth":1}}`,
			calls:      `T1 execute {Method:DOM.getDocument Params:[123 34 100 101 112 116 104 34 58 49 125]}`,
			text:       "«value: {\"sum\":2}»",
			structured: `{"session_id":"T1","state":"value","value":{"sum":2},"action":"execute"}`,
			reason:     "the parameters as they are",
		},
		{
			name: "dialog", tool: "webpage_dialog", arguments: `{"action":"dismiss"}`,
			receipt:    &browser.Receipt{Action: "dialog dismiss", Dialogs: []browser.Dialog{{Kind: "confirm", Message: "Sure?", Handled: "dismissed"}}},
			calls:      `T1 dialog {Action:dismiss}`,
			text:       "«\ndialog dismiss\ndialog: confirm \"Sure?\" (dismissed)\n»",
			structured: `{"session_id":"T1","action":"dialog dismiss","dialogs":[{"kind":"confirm","message":"Sure?","handled":"dismissed"}]}`,
			reason:     "what became of it",
		},
		{
			name: "click", tool: "webpage_click", arguments: `{"ref":"e12","button":"right","count":2,"modifiers":["Shift","Alt"]}`,
			calls: `T1 click {Ref:e12 Button:right Count:2 Modifiers:[Shift Alt]}`,
			text:  "«click»", structured: `{"session_id":"T1","action":"click"}`,
			reason: "nothing is said twice",
		},
		{
			name: "click with nulls", tool: "webpage_click", arguments: `{"ref":"e12","button":null,"count":null,"modifiers":null,"session_id":null}`,
			calls: `T1 click {Ref:e12}`,
			text:  "«click»", structured: `{"session_id":"T1","action":"click"}`,
			reason: "many clients write null for what they do not give",
		},
		{
			name: "fill", tool: "webpage_fill", arguments: ` { "ref" : "e7", "value" : "", "submit" : true } `,
			receipt: &browser.Receipt{Action: "fill", Target: browser.Thing{Ref: "e7", Role: "textbox"}, Value: &held, ValueDiffers: true, URL: "http://shop.test/", Title: "Title of T1"},
			calls:   `T1 fill {Ref:e7 Submit:true}`,
			text:    "«fill e7 textbox: the field now holds \"red shoes\", not what was asked for»",
			structured: `{"session_id":"T1","action":"fill","target":{"ref":"e7","role":"textbox"},"title":"Title of T1","url":"http://shop.test/",` +
				`"value":"red shoes","value_differs":true}`,
			reason: "an empty value clears; a page that is where it was is not named again",
		},
		{
			name: "fill renames the page", tool: "webpage_fill", arguments: `{"ref":"e7","value":"x"}`,
			receipt:    &browser.Receipt{Action: "fill", URL: "http://shop.test/", Title: "Shop (1)"},
			calls:      `T1 fill {Ref:e7 Value:x}`,
			text:       "«\npage: \"Shop (1)\" http://shop.test/\nfill\n»",
			structured: `{"session_id":"T1","action":"fill","title":"Shop (1)","url":"http://shop.test/"}`,
			reason:     "a new title is told without a navigation",
		},
		{
			name: "press", tool: "webpage_press", arguments: `{"key":"Control+A","ref":"e3","count":3}`,
			calls: `T1 press {Key:Control+A Ref:e3 Count:3}`,
			text:  "«press»", structured: `{"session_id":"T1","action":"press"}`,
			reason: "all three arguments arrive",
		},
		{
			name: "press nothing in particular", tool: "webpage_press", arguments: `{"key":" "}`,
			calls: `T1 press {Key: }`,
			text:  "«press»", structured: `{"session_id":"T1","action":"press"}`,
			reason: "a blank is a key",
		},
		{
			name: "hover", tool: "webpage_hover", arguments: `{"ref":"e3"}`,
			calls: `T1 hover {Ref:e3}`,
			text:  "«hover»", structured: `{"session_id":"T1","action":"hover"}`,
			reason: "all that is given arrives",
		},
		{
			name: "drag", tool: "webpage_drag", arguments: `{"ref":"e3","to_ref":"e4"}`,
			calls: `T1 drag {Ref:e3 To:e4}`,
			text:  "«drag»", structured: `{"session_id":"T1","action":"drag"}`,
			reason: "all that is given arrives",
		},
		{
			name: "select text", tool: "webpage_select_text", arguments: `{"ref":"e3","text":"word"}`,
			calls: `T1 select text {Ref:e3 Text:word}`,
			text:  "«select text»", structured: `{"session_id":"T1","action":"select text"}`,
			reason: "all that is given arrives",
		},
		{
			name: "select", tool: "webpage_select", arguments: `{"ref":"e3","labels":["Red","Blue"]}`,
			calls: `T1 select {Ref:e3 Labels:[Red Blue]}`,
			text:  "«select»", structured: `{"session_id":"T1","action":"select"}`,
			reason: "all that is given arrives",
		},
		{
			name: "scroll", tool: "webpage_scroll", arguments: `{"delta_y":400}`,
			calls: `T1 scroll {DY:400}`,
			text:  "«scroll»", structured: `{"session_id":"T1","action":"scroll"}`,
			reason: "all that is given arrives",
		},
		{
			name: "upload", tool: "webpage_upload", arguments: `{"files":["a.txt"]}`,
			calls: `T1 upload {Files:[a.txt]}`,
			text:  "«upload»", structured: `{"session_id":"T1","action":"upload"}`,
			reason: "all that is given arrives",
		},
		{
			name: "snapshot", tool: "webpage_snapshot", arguments: `{"max_lines":20,"max_chars":2000,"reader":"ax"}`,
			calls: `T1 snapshot {MaxLines:20 MaxChars:2000 Reader:ax}`,
			text:  "«\n" + strings.TrimSuffix(read("Shop", "http://shop.test/", "Pay").String(), "\n") + "\n»",
			structured: `{"session_id":"T1","title":"Shop","url":"http://shop.test/","epoch":1,"rows":2,"refs":1,"folded_repeats":0,"truncated":0,"dropped":0,"outline":` +
				string(quoteJSON("«\n"+strings.TrimSuffix(read("Shop", "http://shop.test/", "Pay").String(), "\n")+"\n»")) + `}`,
			reason: "the outline stands between marks, in both",
		},
		{
			name: "console", tool: "webpage_console", arguments: `{"level":"error","text":"boo","limit":1,"all_documents":true}`,
			calls: "T1 console {Level:error Text:boo Limit:1 AllDocuments:true}",
			text: "«error \"boom\" ×3 [exception] at http://shop.test/a.js:2»\n1 of 2 messages (written 4 times), the newest last.\n" +
				"truncated: the limit of 1 is reached; ask with a higher limit (at most 150) for more.\n" +
				"earlier_documents: 5 messages are of documents that the page has left; all_documents brings them.",
			structured: `{"session_id":"T1","matching":2,"truncated":true,"truncated_by_budget":false,"earlier_documents":5,"written":4,` +
				`"messages":[{"level":"error","text":"boom","count":3,"source":"exception","url":"http://shop.test/a.js","line":2}]}`,
			reason: "what the page wrote stands between marks, how to get more does not",
		},
		{
			name: "network", tool: "webpage_network", arguments: `{"url":"shop","status":"4xx","type":"fetch"}`,
			calls: "T1 network {URL:shop Status:4xx Type:fetch}",
			text:  "«r7 GET http://shop.test/ fetch 404»\n1 of 1 requests, the newest last; request_id gives headers and body.",
			structured: `{"session_id":"T1","matching":1,"truncated":false,"truncated_by_budget":false,"earlier_documents":0,` +
				`"requests":[{"request_id":"r7","method":"GET","url":"http://shop.test/","type":"fetch","state":"done","status":404}]}`,
			reason: "one request a line, with the id for more",
		},
		{
			name: "request", tool: "webpage_network", arguments: `{"request_id":"r7","body":true}`,
			calls: "T1 network {RequestID:r7 Body:true}",
			text:  "«\nr7 GET http://shop.test/ fetch 404\nrequest headers\n Cookie: \"[redacted]\"\nbody (6 characters): \"no\\nway\"\n»\n1 characters of the body are cut off.",
			structured: `{"session_id":"T1","request":{"request_id":"r7","method":"GET","url":"http://shop.test/","type":"fetch","state":"done","status":404,` +
				`"request_headers":[{"name":"Cookie","value":"[redacted]"}],"body":{"text":"no\nway","chars":6,"cut":1}}}`,
			reason: "a body is exact and on one line",
		},
		{
			name: "find", tool: "webpage_find", arguments: `{"query":"p[a]y","regex":true,"limit":3}`,
			calls:      "T1 find {Query:p[a]y Regexp:true Limit:3}\nT1 snapshot {}",
			text:       "«\n1 hits for \"p[a]y\"\ne1 button \"Pay\"\n under heading \"Shop\"\n»",
			structured: `{"session_id":"T1","query":"p[a]y","epoch":1,"total":1,"hits":[{"ref":"e1","role":"button","name":"Pay","row":"e1 button \"Pay\"","context":"under heading \"Shop\""}]}`,
			reason:     "hits with refs",
		},
		{
			name: "find nothing", tool: "webpage_find", arguments: `{"query":"zebra"}`,
			calls:      "T1 find {Query:zebra}\nT1 snapshot {}",
			text:       "«nothing matches \"zebra\"»",
			structured: `{"session_id":"T1","query":"zebra","epoch":1,"total":0,"hits":[]}`,
			reason:     "no hits are an empty list, not null",
		},
		{
			name: "text", tool: "webpage_text", arguments: `{"ref":"e4","links":true}`,
			calls:      "T1 text {Ref:e4 Links:true}",
			text:       "«\npage: \"Shop\" http://shop.test/\n# Prices\nItem | Buy\nLamp | Buy\nChair | sold out\n»",
			structured: `{"session_id":"T1","title":"Shop","url":"http://shop.test/","offset":0,"total":47,"text":"«\n# Prices\nItem | Buy\nLamp | Buy\nChair | sold out\n»"}`,
			reason:     "the words stand between marks, in both",
		},
		{
			name: "a part of the text", tool: "webpage_text", arguments: `{"offset":9,"max_chars":100}`,
			calls:      "T1 text {Offset:9 MaxChars:100}",
			text:       "«\npage: \"Shop\" http://shop.test/\nItem | Buy\nLamp | Buy\nChair | sold out\n»",
			structured: `{"session_id":"T1","title":"Shop","url":"http://shop.test/","offset":9,"total":47,"text":"«\nItem | Buy\nLamp | Buy\nChair | sold out\n»"}`,
			reason:     "from where the last call ended",
		},
		{
			name: "beyond the text", tool: "webpage_text", arguments: `{"offset":900}`,
			calls:      "T1 text {Offset:900}",
			text:       "«page: \"Shop\" http://shop.test/»\nThe text ends before that: it has 47 characters.",
			structured: `{"session_id":"T1","title":"Shop","url":"http://shop.test/","offset":900,"total":47}`,
			reason:     "nothing is said to be nothing",
		},
		{
			name: "extract", tool: "webpage_extract", arguments: `{"kind":"table","ref":"e7"}`,
			calls: "T1 extract {Ref:e7 Kind:table}",
			text:  "«\npage: \"Shop\" http://shop.test/\ntable \"Prices\", 2 rows\ncolumns \"Item\", \"Buy\"\n\"Lamp\", e7 \"Buy\"\n\"Chair\", \"sold out\"\n»",
			structured: `{"session_id":"T1","title":"Shop","url":"http://shop.test/","data":[{"kind":"table","name":"Prices","columns":["Item","Buy"],` +
				`"rows":[[{"text":"Lamp"},{"text":"Buy","ref":"e7"}],[{"text":"Chair"},{"text":"sold out"}]],"total":2}]}`,
			reason: "the same as lines and as values",
		},
		{
			name: "extract nothing", tool: "webpage_extract", arguments: `{"kind":"form"}`,
			calls:      "T1 extract {Kind:form}",
			text:       "«\npage: \"Shop\" http://shop.test/\nno such data here\n»",
			structured: `{"session_id":"T1","title":"Shop","url":"http://shop.test/","data":[]}`,
			reason:     "no data are an empty list",
		},
		{
			name: "region", tool: "webpage_snapshot", arguments: `{"region":{"box":{"x":0,"y":600.5,"width":800,"height":600}}}`,
			calls: `T1 snapshot {Region:box 0,600.5 800x600}`,
			text:  "«\n" + strings.TrimSuffix(read("Shop", "http://shop.test/", "Pay").String(), "\n") + "\n»",
			structured: `{"session_id":"T1","title":"Shop","url":"http://shop.test/","epoch":1,"rows":2,"refs":1,"folded_repeats":0,"truncated":0,"dropped":0,"outline":` +
				string(quoteJSON("«\n"+strings.TrimSuffix(read("Shop", "http://shop.test/", "Pay").String(), "\n")+"\n»")) + `}`,
			reason: "what the page answers is told whatever was asked",
		},
		{
			name: "empty region", tool: "webpage_snapshot", arguments: `{"region":{"ref":null,"viewport":false,"box":null},"since":7,"full":true}`,
			calls: `T1 snapshot {Since:7 Full:true}`,
			text:  "«\n" + strings.TrimSuffix(read("Shop", "http://shop.test/", "Pay").String(), "\n") + "\n»",
			structured: `{"session_id":"T1","title":"Shop","url":"http://shop.test/","epoch":1,"rows":2,"refs":1,"folded_repeats":0,"truncated":0,"dropped":0,"outline":` +
				string(quoteJSON("«\n"+strings.TrimSuffix(read("Shop", "http://shop.test/", "Pay").String(), "\n")+"\n»")) + `}`,
			reason: "a region that names no part is the whole page",
		},
		{
			name: "screenshot", tool: "webpage_screenshot", arguments: `{}`,
			calls: `T1 screenshot {MaxEdge:1600}`, text: "«screenshot 4x3 of http://shop.test/»",
			structured: `{"session_id":"T1","url":"http://shop.test/","width":4,"height":3,"format":"png"}`,
			reason:     "the picture goes beside the text; it is no larger than models look at",
		},
		{
			name: "screenshot of all", tool: "webpage_screenshot", arguments: `{"full_page":true,"format":"jpeg"}`,
			calls: `T1 screenshot {FullPage:true Format:jpeg MaxEdge:8000}`, text: "«screenshot 4x3 of http://shop.test/»",
			structured: `{"session_id":"T1","url":"http://shop.test/","width":4,"height":3,"format":"png"}`,
			reason:     "a long page may be larger",
		},
		{
			name: "screenshot of a box", tool: "webpage_screenshot", arguments: `{"box":{"x":1,"y":2,"width":30,"height":40},"format":"webp"}`,
			calls: `T1 screenshot {Box:{X:1 Y:2 Width:30 Height:40} Format:webp}`, text: "«screenshot 4x3 of http://shop.test/»",
			structured: `{"session_id":"T1","url":"http://shop.test/","width":4,"height":3,"format":"png"}`,
			reason:     "the format told is what the picture has",
		},
		{
			name: "marks", tool: "webpage_screenshot", arguments: `{"ref":"e3","marks":true,"max_edge":100}`,
			calls: `T1 screenshot {Ref:e3 Marks:true MaxEdge:100}`,
			text: "«\nscreenshot 4x3 of http://shop.test/\nthe numbers in the picture are refs:\n" +
				"e3 button \"Pay\" at 1,2 size 30×40\nnot marked: 2 covered\n»",
			structured: `{"session_id":"T1","url":"http://shop.test/","width":4,"height":3,"format":"png",` +
				`"marks":[{"ref":"e3","role":"button","name":"Pay","box":{"x":1,"y":2,"width":30,"height":40}}],"unmarked":"2 covered"}`,
			reason: "the legend goes beside the picture",
		},
		{
			name: "list", tool: "webpage_tabs", arguments: `{"action":"list"}`,
			text:       "1 tab\n«T1 \"Title of T1\" http://shop.test/ (default page)»",
			structured: `{"session_id":"T1","tabs":[{"tab_id":"T1","url":"http://shop.test/","title":"Title of T1"}]}`,
			reason:     "the default page is marked",
		},
		{
			name: "activate", tool: "webpage_tabs", arguments: `{"action":"activate","tab_id":"T1"}`,
			calls:      "activate T1",
			text:       "activated T1, the default page now; refs are those of its own snapshots",
			structured: `{"action":"activate","session_id":"T1","title":"Title of T1","url":"http://shop.test/"}`,
			reason:     "a page that was named before is not named again",
		},
		{
			name: "close", tool: "webpage_tabs", arguments: `{"action":"close"}`,
			calls:      "close T1",
			text:       "closed T1\nThere is no default page now: activate a tab or open a page.",
			structured: `{"action":"close","session_id":"T1"}`,
			reason:     "without an id it is the default page, and then there is none",
		},
	} {
		tested[c.tool] = true
		t.Run(c.name, func(t *testing.T) {
			catalogue, fake, page := shop(t)
			page.receipt = c.receipt
			r := do(t, catalogue, c.tool, c.arguments)
			if got := strings.Join(fake.made(), "\n"); got != c.calls {
				t.Errorf("calls:\n%s\nwant:\n%s\n(%s)", got, c.calls, c.reason)
			}
			if want := marked(c.text); r.Text != want {
				t.Errorf("text:\n%s\nwant:\n%s\n(%s)", r.Text, want, c.reason)
			}
			if got := plainJSON(t, r.Structured); got != plainJSON(t, []byte(marked(c.structured))) {
				t.Errorf("structured:\n%s\nwant:\n%s\n(%s)", got, c.structured, c.reason)
			}
			if pictures := c.tool == "webpage_screenshot"; pictures != (len(r.Images) == 1) {
				t.Errorf("%d images", len(r.Images))
			} else if pictures && (r.Images[0].MIME != "image/png" || !bytes.HasPrefix(r.Images[0].Data, []byte("\x89PNG"))) {
				t.Errorf("image: %+v", r.Images[0])
			}
		})
	}
	for _, tool := range Definitions() {
		if !tested[tool.Name] {
			t.Errorf("%s has no case here", tool.Name)
		}
	}
}

// marked writes the marks for « and ».
func marked(s string) string {
	return strings.NewReplacer("«", "<untrusted-m0000000>", "»", "</untrusted-m0000000>").Replace(s)
}

// plainJSON writes a JSON text in one way.
func plainJSON(t *testing.T, raw []byte) string {
	t.Helper()
	var v any
	if err := json.Unmarshal(raw, &v); err != nil {
		t.Fatalf("%v: %s", err, raw)
	}
	b, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

func TestUnfinishedNavigationIsNoArrival(t *testing.T) {
	catalogue, _, page := shop(t)
	page.receipt = &browser.Receipt{Action: "click", URL: "http://shop.test/", Title: "Title of T1", Navigated: &browser.Navigation{To: "http://shop.test/slow", Pending: true}}
	r := do(t, catalogue, "webpage_click", `{"ref":"e1"}`)
	if want := marked("«\nclick\nnavigated: requested http://shop.test/slow, no answer yet\ntitle: \"Title of T1\"\n»"); r.Text != want {
		t.Errorf("text:\n%s\nwant:\n%s", r.Text, want)
	}
}

func TestWhatHappenedSinceComesWithTheResult(t *testing.T) {
	catalogue, _, page := shop(t)
	page.receipt = &browser.Receipt{Action: "press", SinceLast: []browser.Event{
		{After: "click", OpenedTab: &browser.Tab{ID: "T9", URL: "http://ad.test/", Title: "Ad"}},
	}}
	r := do(t, catalogue, "webpage_press", `{"key":"Tab"}`)
	if want := marked("«\nsince last: opened tab after click: T9 http://ad.test/ \"Ad\"\npress\n»"); r.Text != want {
		t.Errorf("text:\n%s\nwant:\n%s", r.Text, want)
	}
}

// What changed comes in place of the outline, in both forms; where the page is
// now is told when it is news, for changes have no header.
func TestSnapshotOfChanges(t *testing.T) {
	catalogue, fake, page := shop(t)
	page.snapshot = read("Shop (2)", "http://shop.test/", "Pay", "Cancel")
	page.snapshot.Changes = &browser.Changes{Epoch: 2, Since: 1, Diff: outline.Diff{Lines: []string{`+ e2 button "Cancel"`}, Added: 1}}
	page.snapshot.Epoch = 2
	r := do(t, catalogue, "webpage_snapshot", `{"since":1}`)
	if got := strings.Join(fake.made(), "\n"); got != "T1 snapshot {Since:1}" {
		t.Errorf("calls: %s", got)
	}
	const text = "«\npage: \"Shop (2)\" http://shop.test/\nepoch 2, since epoch 1: changes: 1 added +\n+ e2 button \"Cancel\"\n»"
	if r.Text != marked(text) {
		t.Errorf("text:\n%s\nwant:\n%s", r.Text, marked(text))
	}
	const value = `{"session_id":"T1","title":"Shop (2)","url":"http://shop.test/","epoch":2,"rows":3,"refs":2,"folded_repeats":0,"truncated":0,"dropped":0,` +
		`"changes":{"since":1,"added":1,"changed":0,"removed":0,"moved":0},"outline":"«\nepoch 2, since epoch 1: changes: 1 added +\n+ e2 button \"Cancel\"\n»"}`
	if got := plainJSON(t, r.Structured); got != plainJSON(t, []byte(marked(strings.ReplaceAll(value, "\n", `\n`)))) {
		t.Errorf("structured:\n%s", got)
	}
	page.snapshot.Changes.Diff = outline.Diff{Full: true, Reason: "another document"}
	r = do(t, catalogue, "webpage_snapshot", `{"since":1}`)
	if !strings.Contains(r.Text, "cannot be told: another document\n") || !strings.Contains(r.Text, `e1 button "Pay"`) || !strings.Contains(string(r.Structured), `"reason":"another document"`) {
		t.Errorf("in full: %s\n%s", r.Text, r.Structured)
	}
}

func TestLongAnswersSayHowToGoOn(t *testing.T) {
	catalogue, _, page := shop(t)
	page.words = strings.Repeat("one ", 30) + strings.Repeat("two ", 30)
	r := do(t, catalogue, "webpage_text", `{"max_chars":100}`)
	if want := "This is a part of 280 characters; go on with offset 98."; !strings.HasSuffix(r.Text, want) || !strings.Contains(string(r.Structured), `"next_offset":98`) {
		t.Errorf("text: %s\n%s", r.Text, r.Structured)
	}
	page.mostRows = 1
	r = do(t, catalogue, "webpage_extract", `{}`)
	if !strings.Contains(r.Text, "2 rows, the first 1") || !strings.HasSuffix(r.Text, "1 rows of the table are left; webpage_text reads them as lines.") {
		t.Errorf("data: %s", r.Text)
	}
}
