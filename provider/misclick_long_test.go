package provider_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/holdfast-go/holdfast/browser"
	"github.com/holdfast-go/holdfast/internal/testpage"
)

// Pages whose records begin alike and are long, and pages that change by
// themselves while the record is the same.

var (
	sameTerms = strings.Repeat("The same terms hold for every order of this shop. ", 20)

	// appLongPage has rows of more than 800 characters that differ in their end
	// only.
	appLongPage = `<ul id=l></ul><script>
const terms = '` + sameTerms + `';
data = ['Alice','Bob','Carol'];
function render() {
  while (l.children.length < data.length) { const li = document.createElement('li'); li.innerHTML = '<p class=t></p><p class=n></p><button>Delete</button>'; li.lastChild.onclick = () => hit(li.querySelector('.n').textContent); l.append(li) }
  while (l.children.length > data.length) l.lastChild.remove();
  data.forEach((d, i) => { l.children[i].querySelector('.t').textContent = terms; l.children[i].querySelector('.n').textContent = d });
}
render()</script>`

	appLongDialog = `<div role=dialog aria-label="Agreement"><p>` + sameTerms + `</p><p id=who>Signed for Alice</p><div id=more></div><button onclick="hit(who.textContent)">Accept</button></div>`

	appLongText = `<article><h2>News</h2><p>` + sameTerms + `</p><p id=last>The end.</p><p><b id=n>1 comment</b></p><button onclick="hit('share')">Share</button><div id=more></div></article>`

	appTwoTools = `<h2 id=t>Letter of Alice</h2><div><button id=p>Pin</button><button onclick="hit(t.textContent)">Archive</button></div>`
	appTwoBare  = `<main><p>Welcome to the reader of letters, which shows one letter after the other here.</p><div><div><button id=p>Pin</button><button onclick="hit('archive '+who)">Archive</button></div></div></main><script>who='Alice'</script>`

	appCounted = `<h2 id=t>3 new messages</h2><div><p>Choose what to do with them.</p></div><button onclick="hit('read all')">Mark all as read</button>`

	appMoney = `<h2>Invoice</h2><form><label>Net <input id=net value=1000></label><label>Tax <input id=tax value=5></label><button type=button onclick="hit('pay')">Pay</button></form>`
)

var appLong = []appChange{
	{
		name: "long rows, first removed", page: appLongPage, on: on{"button", "Delete", 1},
		change: "data.shift();render()", want: "Bob", permitted: []appOutcome{right},
	},
	{
		name: "long rows, itself removed", page: appLongPage, on: on{"button", "Delete", 1},
		change: "data.splice(1,1);render()", want: "Bob", permitted: []appOutcome{refused},
	},
	{
		name: "long rows, sorted", page: appLongPage, on: on{"button", "Delete", 0},
		change: "data.reverse();render()", want: "Alice", permitted: []appOutcome{right},
	},
	{
		name: "long rows, under the pointer", page: appLongPage, on: on{"button", "Delete", 1},
		change: "l.addEventListener('pointermove',()=>{data.shift();render()},{once:true})", want: "Bob", permitted: []appOutcome{right, refused},
	},
	{
		name: "long rows, ids at their end", page: strings.Replace(appLongPage, "['Alice','Bob','Carol']", "['Order 1001','Order 1002','Order 1003']", 1), on: on{"button", "Delete", 1},
		change: "data.shift();render()", want: "Order 1002", permitted: []appOutcome{right},
	},
	{
		name: "long dialog of another record", page: appLongDialog, on: on{"button", "Accept", 0},
		change: "who.textContent='Signed for Bob'", want: "Signed for Alice", permitted: []appOutcome{refused},
	},
	{
		name: "long dialog that grows", page: appLongDialog, on: on{"button", "Accept", 0},
		change: "more.innerHTML='<p>Annex A</p><p>Annex B</p>'", want: "Signed for Alice", permitted: []appOutcome{right},
	},
	{
		name: "long article, a comment more", page: appLongText, on: on{"button", "Share", 0},
		change: "n.textContent='2 comments';more.innerHTML='<p>Well said, neighbour</p>'", want: "share", permitted: []appOutcome{right},
	},
	{
		name: "long article, another end", page: appLongText, on: on{"button", "Share", 0},
		change: "last.textContent='To be continued.'", want: "", permitted: []appOutcome{refused},
	},
	{
		name: "one of two tools relabelled", page: appTwoTools, on: on{"button", "Archive", 0},
		change: "p.textContent='Release'", want: "Letter of Alice", permitted: []appOutcome{right},
	},
	{
		name: "one of two tools relabelled, another letter", page: appTwoTools, on: on{"button", "Archive", 0},
		change: "p.textContent='Release';t.textContent='Letter of Bob'", want: "Letter of Alice", permitted: []appOutcome{refused},
	},
	{
		name: "Pin and Unpin", page: appTwoBare, on: on{"button", "Archive", 0},
		change: "p.textContent='Unpin'", want: "archive Alice", permitted: []appOutcome{right},
	},
	{
		name: "two tools of nobody knows what", page: appTwoBare, on: on{"button", "Archive", 0},
		change: "p.textContent='Reply';who='Bob'", want: "archive Alice", permitted: []appOutcome{refused},
	},
	{
		name: "heading counts what is new", page: appCounted, on: on{"button", "Mark all as read", 0},
		change: "t.textContent='4 new messages'", want: "read all", permitted: []appOutcome{right},
	},
	{
		name: "heading with a badge", page: strings.Replace(appCounted, "3 new messages", "Inbox <span class=badge>3</span>", 1), on: on{"button", "Mark all as read", 0},
		change: "t.lastChild.textContent='12'", want: "read all", permitted: []appOutcome{right},
	},
	{
		name: "heading counts down", page: strings.Replace(appCounted, "3 new messages", "Ends in 2h 13m 5s", 1), on: on{"button", "Mark all as read", 0},
		change: "t.textContent='Ends in 2h 12m 59s'", want: "read all", permitted: []appOutcome{right},
	},
	{
		name: "heading with a live part", page: strings.Replace(appCounted, "3 new messages", "Market <span aria-live=polite>ACME rises</span>", 1), on: on{"button", "Mark all as read", 0},
		change: "t.lastChild.textContent='ACME falls'", want: "read all", permitted: []appOutcome{right},
	},
	{
		name: "heading names another record", page: strings.Replace(appCounted, "3 new messages", "4 bedrooms in Alma", 1), on: on{"button", "Mark all as read", 0},
		change: "t.textContent='5 bedrooms in Alma'", want: "", permitted: []appOutcome{refused},
	},
	{
		name: "heading numbers another record", page: strings.Replace(appCounted, "3 new messages", "Order <b>1001</b>", 1), on: on{"button", "Mark all as read", 0},
		change: "t.lastChild.textContent='1002'", want: "", permitted: []appOutcome{refused},
	},
	{
		name: "numbers are formatted", page: appMoney, on: on{"button", "Pay", 0},
		change: "net.value='1,000.00';tax.value='5.00 %'", want: "pay", permitted: []appOutcome{right},
	},
	{
		name: "numbers of another invoice", page: appMoney, on: on{"button", "Pay", 0},
		change: "net.value='2,000.00';tax.value='5.00 %'", want: "", permitted: []appOutcome{refused},
	},
}

// What an action of the agent's own did to a list does not make its rows the
// things that they show now.
func TestRowsUsedAgainByOwnAction(t *testing.T) {
	p := newProvider(t)
	fields := `<ul id=l></ul><script>
data = ['Alice','Bob','Carol','Dave'];
function render() {
  while (l.children.length < data.length) { const li = document.createElement('li'); li.innerHTML = '<input aria-label=Name><button>Delete</button>'; li.lastChild.onclick = () => { hit(li.firstChild.value); data.splice([...l.children].indexOf(li), 1); render() }; l.append(li) }
  while (l.children.length > data.length) l.lastChild.remove();
  data.forEach((d, i) => { l.children[i].firstChild.value = d });
}
render()</script>`
	long := strings.Replace(appLongPage, "hit(li.querySelector('.n').textContent)", "{ hit(li.querySelector('.n').textContent); data.splice([...l.children].indexOf(li), 1); render() }", 1)
	for _, c := range []struct{ name, page string }{{"fields", fields}, {"long rows", long}} {
		for _, at := range []int{0, 1, 2} {
			t.Run(fmt.Sprintf("%s, %d", c.name, at), func(t *testing.T) {
				page := open(t, p, testpage.HTML(t, `<script>window.hits=[];window.hit=s=>{hits.push(String(s))}</script>`+c.page))
				snap := snapshot(t, page)
				if _, err := page.Click(within(t, 10*time.Second), browser.ClickRequest{Ref: numbered(t, snap, on{"button", "Delete", 0})}); err != nil {
					t.Fatal(err)
				}
				r, err := page.Click(within(t, 10*time.Second), browser.ClickRequest{Ref: numbered(t, snap, on{"button", "Delete", at})})
				hits := evalAs[[]string](t, page, "hits")
				want := []string{"Alice", "Bob", "Carol"}[at]
				if hits[0] != "Alice" || len(hits) > 1 && hits[1] != want {
					t.Errorf("reached %q, want %s: %v", hits, want, r)
				}
				if at > 0 && err != nil {
					t.Errorf("%s is there: %v", want, err)
				}
				if len(hits) == 1 && err == nil {
					t.Errorf("nothing was reached: %v", r)
				}
			})
		}
	}
}
