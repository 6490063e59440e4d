package main

import (
	"flag"
	"fmt"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

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

// script is the code that the task of buy wants to run in the shop.
const script = "document.querySelector('#cart-count').ariaLabel"

// buy puts a lamp into the cart of the shop, with a fast path that takes a step.
func (b *bench) buy() {
	b.t.Helper()
	reflexes := httptest.NewServer(fakemodel.NewSystemOne("jev-2b", func(s *fakemodel.Scene) fakemodel.Move {
		ref := s.Ref(`"Search the catalogue"`)
		if ref == "" {
			return fakemodel.Move{}
		}
		return fakemodel.Move{Action: "type", Target: ref, Text: "storm lamp", Confidence: 0.93}
	}))
	b.t.Cleanup(reflexes.Close)
	w := &wire{b: b}
	defer w.cut()
	if r, err := w.put("fast", func(c *changedSettings) { c.Advanced.Fast = fast{Base: reflexes.URL, Model: "jev-2b"} }); err != nil || r.Error != "" {
		b.t.Fatal(r, err)
	}
	b.model.Then(
		fakemodel.Say(planned),
		fakemodel.Call("webpage_open", fmt.Sprintf(`{"url":%q}`, b.shop)),
		fakemodel.Call("webpage_snapshot", `{}`),
		onRef("button", "Add to cart", "webpage_click"),
		fakemodel.Call("webpage_execute", fmt.Sprintf(`{"code":%q}`, script)),
		fakemodel.Call("webpage_screenshot", `{"marks":true,"format":"jpeg","max_edge":800}`),
		priced("The **lamp** is in the cart.\n\n- one piece\n- `in stock`"),
		fakemodel.Say("DONE: the cart counts one item."),
	)
}

// pictures is a folder for the pictures of the README:
//
//	go test ./examples/panel -run TestTask -pictures "$PWD/docs/images"
var pictures = flag.String("pictures", "", "folder for pictures of the panel; empty: none")

// picture keeps a picture of the panel for the README.
func (p *person) picture(name string) {
	p.t.Helper()
	if *pictures == "" {
		return
	}
	// The live picture comes a moment after what it shows.
	if _, err := p.page.Wait(p.t.Context(), browser.WaitRequest{Time: 3 * time.Second}); err != nil {
		p.t.Fatal(err)
	}
	s, err := p.page.Screenshot(p.t.Context(), browser.ScreenshotRequest{Freeze: true})
	if err != nil {
		p.t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(*pictures, name), s.Data, 0o600); err != nil {
		p.t.Fatal(err)
	}
}

// A task from its beginning to its end, with a reload in the midst of it, in both
// languages. The agent has a browser of its own, as the program's has, so that
// the panel's tab stays in front.
func TestTask(t *testing.T) {
	agents, err := provider.New(t.Context(), testbrowser.Launch(t), provider.WithSharedHost())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = agents.Close() })
	for _, c := range []struct {
		language, picture, welcome, task, send, site, waits, script, once, done string
		themes                                                                  []string
		shown                                                                   []string
	}{
		{
			"en", "panel.png", "What should be done?", "Task", "Send", "May the agent use ", "waiting for an answer", "May the agent run this script", "allow once", "Check 1: done",
			[]string{"Colours: as the system"},
			[]string{`"Click"`, `img "Picture: Take a picture"`, `img "Picture of the page Catalogue`, `"93% confidence"`, `"Fast path · jev-2b"`},
		},
		{
			"zh-CN", "panel-zh.png", "要做什么？", "任务", "发送", "允许智能体使用 ", "等待答复", "运行此脚本吗？", "仅本次允许", "第 1 次检查：已完成",
			[]string{"配色：跟随系统", "配色：浅色"},
			[]string{`"点击"`, `img "图片：截图"`, `img "页面截图：Catalogue`, `"置信度 93%"`, `"快路径 · jev-2b"`},
		},
	} {
		t.Run(c.language, func(t *testing.T) {
			b := newBench(t, agents)
			b.buy()
			p := b.openAt(c.language, b.base, browser.Viewport{Width: 1280, Height: 980})
			for _, theme := range c.themes {
				p.click("button", theme)
			}
			p.sees(c.welcome)
			p.send(c.task, c.send, `Search for "storm lamp" and put it into the cart`)
			p.sees(c.site + b.shop)
			p.reload() // in the midst of the run
			p.sees("Put the lamp into the cart.", c.waits)
			p.click("button", c.once)
			p.sees(c.script, script)
			p.shows(`Catalogue – Kelp & Cove`) // the page as it is now
			p.picture(c.picture)
			p.allNamed()
			p.click("button", c.once)
			p.sees(c.done, "the cart counts one item")
			p.shows(`button "` + c.send + `"`)
			p.is("the pictures are there", `[...document.querySelectorAll('.picture img, .live img')].filter(i => i.complete && i.naturalWidth > 300).length === 2`)
			s := p.shows(c.shown[1])
			for _, want := range append(c.shown, `"The lamp is in the cart."`, `listitem "one piece"`, `"4%`, `"$0.0`) {
				if !strings.Contains(s, want) {
					t.Errorf("%s is not in\n%s", want, s)
				}
			}
			p.quiet()
			if got := b.model.Left(); got != 0 {
				t.Errorf("%d answers of the model are left", got)
			}
		})
	}
}

// Conversations are begun, switched and deleted, with one model or the other.
func TestConversations(t *testing.T) {
	b := quick(t)
	const first = "First task, whose title is longer than the drawer is wide"
	b.model.Then(fakemodel.Say("This is the first answer."), fakemodel.Say("This is the second answer."))
	p := b.open("en")
	p.send("Task", "Send", first)
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
	p.shows(`dialog "Conversations"`)
	p.is("no title is wider than the drawer", `(c => c.scrollWidth <= c.clientWidth)(document.querySelector('.conversations'))`)
	p.allNamed()
	p.click("button", first)
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
	p.picture("panel-settings.png")
	p.click("tab", "Diagnostics")
	p.click("button", "Diagnose")
	p.sees("Everything works.")
	for _, tab := range []string{"Services", "Models", "Safety", "Advanced", "Sites"} {
		p.click("tab", tab)
		p.shows(fmt.Sprintf("tab %q selected", tab))
		p.allNamed()
	}
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
	p.picture("panel-phone.png")
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
	b.model.Then(fakemodel.With(fakemodel.Reply{Pause: time.Minute, Text: "too late"}))
	p.send("Task", "Send", "Wait")
	p.click("button", "Stop")
	p.sees("The run was stopped.")
	p.shows(`button "Continue"`)
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
