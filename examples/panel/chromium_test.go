package main

import (
	"fmt"
	"strings"
	"testing"

	"github.com/holdfast-go/holdfast/browser"
	"github.com/holdfast-go/holdfast/internal/fakemodel"
	"github.com/holdfast-go/holdfast/internal/testbrowser"
	"github.com/holdfast-go/holdfast/internal/testpage"
	"github.com/holdfast-go/holdfast/provider"
)

const planned = "1. Open the shop.\n2. Put the lamp into the cart.\nSUCCESS: the cart holds the lamp."

// onRef calls a tool on an element that an earlier result has shown.
func onRef(role, name, tool string, more ...string) fakemodel.Answer {
	return func(r *fakemodel.Request) fakemodel.Reply {
		arguments := "{" + strings.Join(append(more, fmt.Sprintf(`"ref":%q`, r.Ref(role, name))), ",") + "}"
		return fakemodel.Reply{Calls: []fakemodel.Tool{{Name: tool, Arguments: arguments}}, Input: 4000, Output: 60}
	}
}

func priced(text string) fakemodel.Answer {
	return fakemodel.With(fakemodel.Reply{Text: text, Thought: "The page says so.", Input: 5000, Output: 40})
}

// buy puts a lamp into the cart of the shop.
func (b *bench) buy() {
	b.model.Then(
		fakemodel.Say(planned),
		fakemodel.Call("webpage_open", fmt.Sprintf(`{"url":%q}`, b.shop)),
		fakemodel.Call("webpage_snapshot", `{}`),
		onRef("searchbox", "Search the catalogue", "webpage_fill", `"value":"storm lamp"`),
		fakemodel.Call("webpage_snapshot", `{}`),
		onRef("button", "Add to cart", "webpage_click"),
		fakemodel.Call("webpage_screenshot", `{"marks":true,"format":"jpeg","max_edge":800}`),
		priced("The **lamp** is in the cart.\n\n- one piece\n- `in stock`"),
		fakemodel.Say("DONE: the cart counts one item."),
	)
}

// A task from its beginning to its end, with a reload in the midst of it. The
// agent has a browser of its own, as the program's has, so that the panel's tab
// stays in front.
func TestTask(t *testing.T) {
	agents, err := provider.New(t.Context(), testbrowser.Launch(t), provider.WithSharedHost())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = agents.Close() })
	b := newBench(t, agents)
	b.buy()
	p := b.open("en")
	p.sees("What should be done?")
	p.send("Task", "Send", "Put a lamp into the cart")
	p.sees("May the agent use "+b.shop, "Question: site")
	p.reload() // in the midst of the run
	p.sees("Put a lamp into the cart", "Put the lamp into the cart.", "waiting for an answer")
	p.click("button", "allow once")
	p.sees("Check 1: done", "the cart counts one item")
	s := p.shows("button \"Send\"")
	for _, want := range []string{
		`heading "Click" level=3`, `button \"Add to cart\"`, `img "Picture: Take a picture"`, `img "Picture of the page Catalogue`,
		`"The lamp is in the cart."`, `listitem "one piece"`, `"done"`, `"4% of 128K"`, `"$0.0`,
	} {
		if !strings.Contains(s, want) {
			t.Errorf("%s is not in\n%s", want, s)
		}
	}
	p.quiet()
	if got := b.model.Left(); got != 0 {
		t.Errorf("%d answers of the model are left", got)
	}
}

// Conversations are begun, switched and deleted, with one model or the other.
func TestConversations(t *testing.T) {
	b := quick(t)
	b.model.Then(fakemodel.Say("This is the first answer."), fakemodel.Say("This is the second answer."))
	p := b.open("en")
	p.send("Task", "Send", "First task")
	p.sees("This is the first answer.")
	p.shows(`button "Send"`) // the run is over
	p.click("button", "New conversation")
	p.sees("What should be done?")
	p.fill("combobox", "Model", "Small")
	p.shows(`combobox "Model" value="Small"`)
	p.send("Task", "Send", "Second task")
	p.sees("This is the second answer.")
	if requests := b.model.Requests(); requests[1].Model != "scripted-small" {
		t.Errorf("the second task went to %s", requests[1].Model)
	}
	p.click("button", "Conversations")
	p.shows(`heading "Conversations"`)
	p.click("button", "First task")
	p.sees("This is the first answer.")
	p.click("button", "Conversations")
	p.click("button", "Delete Second task")
	p.sees("Delete “Second task” for good?")
	p.click("button", "Delete")
	p.lacks("Second task")
	if list, err := b.engine.history.List(); err != nil || len(list) > 1 {
		t.Errorf("the archive has %v, %v", list, err)
	}
	p.click("button", "Close")
	p.click("button", "Export")
	p.click("menuitem", "As Markdown")
	p.sees("Saved as conversation-")
	p.quiet()
}

// A setting is changed, and holds: one step at most, and then the run goes on.
func TestSettings(t *testing.T) {
	b := quick(t)
	b.model.Then(fakemodel.Call("webpage_open", `{"url":"`+blankURL+`"}`), fakemodel.Say("It is open."))
	p := b.open("en")
	p.click("button", "Settings")
	seen := p.shows(`textbox "Address"`)
	if strings.Contains(seen, secretKey) || !strings.Contains(seen, "There is one (…mnop)") {
		t.Errorf("of the key the settings show\n%s", seen)
	}
	p.click("tab", "Models")
	p.shows(`spinbutton "Window (tokens)" value="128000"`)
	p.click("tab", "Diagnostics")
	p.click("button", "Diagnose")
	p.sees("Everything works.")
	p.click("tab", "Sites")
	p.fill("textbox", "Never used", "https://example.com/path")
	p.click("button", "Save")
	p.sees("/path") // what is wrong, by the library
	p.fill("textbox", "Never used", "ads.example.com")
	p.click("tab", "Advanced")
	p.fill("spinbutton", "Steps at most", "1")
	p.click("button", "Save")
	p.lacks(`tab "Advanced"`)
	if s := b.engine.kept.get(); s.Advanced.Steps != 1 || len(s.Safety.Blocked) != 1 {
		t.Errorf("kept: %+v", s)
	}
	p.send("Task", "Send", "Open the page")
	p.sees("out of steps")
	p.click("button", "Continue")
	p.sees("It is open.")
	p.quiet()
}

// All by keyboard, in Chinese, on a telephone, over a connection that is cut.
func TestChineseByKeyboard(t *testing.T) {
	b := newBench(t, blank{},
		fakemodel.Say(planned), fakemodel.Call("webpage_open", `{"url":"`+blankURL+`"}`),
		fakemodel.Say("页面是空的。"), fakemodel.Say("DONE: 页面是空的"),
	)
	cutter, base := b.cutter()
	p := b.openAt("zh-CN,zh;q=0.9", base, browser.Viewport{Width: 390, Height: 780})
	p.sees("要做什么？")
	p.is("the composer has the focus", `document.activeElement.id === 'composer'`)
	p.fill("textbox", "任务", "看看这个页面")
	p.press("Enter")
	p.sees("允许智能体使用 https://blank.test", "请确认：网站")
	cutter.cut()
	p.sees("等待答复")
	p.shows(`button "仅本次允许"`)
	p.is("the focus is on the question", `document.activeElement.classList.contains('approval')`)
	p.is("nothing is wider than the screen", `document.documentElement.scrollWidth <= innerWidth`)
	p.press("Tab", "Enter") // once is the first answer
	p.sees("第 1 次检查：已完成", "页面是空的。")
	p.shows(`button "发送"`)
	p.click("button", "English")
	p.sees("Check 1: done", "You")
	p.reload()
	p.sees("Check 1: done") // it is remembered
	p.quiet()
}

// What models and pages say is text.
func TestHostileText(t *testing.T) {
	b := quick(t)
	const hostile = `<img src=x onerror="document.title='owned'"><script>document.title='owned'</script>[link](javascript:alert(1)) **<b>bold</b>**`
	b.model.Then(
		fakemodel.Call("webpage_open", `{"url":"https://blank.test/?q=<img/src=x/onerror=alert(1)>"}`),
		fakemodel.Say(hostile+"\n```\n"+hostile+"\n```\n# "+hostile+"\n- "+hostile),
	)
	p := b.open("en")
	p.send("Task", "Send", hostile)
	p.sees("[link](javascript:alert(1))")
	p.shows(`button "Send"`)
	p.is("nothing of it became markup", `!document.querySelector('.card img, .card a, .card b, #app script') && !document.title.includes('owned')`)
	p.quiet()
}

// A page of another site knows the token, and gets nothing all the same.
func TestHostilePage(t *testing.T) {
	b := newBench(t, blank{})
	outside := testpage.HTML(t, fmt.Sprintf(`<title>Outside</title><p id=said></p><script>
		const said = [], done = (what) => {
			if (said.push(what) === 3) document.getElementById('said').textContent = 'all said: ' + said.sort().join(', ');
		};
		const socket = new WebSocket(%q, [%q, %q]);
		socket.onopen = () => done('socket open');
		socket.onerror = () => done('socket refused');
		fetch(%q).then(() => done('page read'), () => done('page refused'));
		const frame = document.createElement('iframe');
		frame.src = %[4]q;
		frame.onload = () => { let inside = 'frame refused'; try { inside = frame.contentDocument ? 'frame read' : inside } catch {} done(inside) };
		document.body.append(frame);
	</script>`, strings.Replace(b.base, "http:", "ws:", 1)+socketPath, protocol, tokenPrefix+b.web.token, b.base+"/"))
	page, err := newProvider(t).Open(t.Context(), browser.OpenRequest{URL: outside})
	if err != nil {
		t.Fatal(err)
	}
	p := &person{t, page}
	p.sees("all said: frame refused, page refused, socket refused")
}
