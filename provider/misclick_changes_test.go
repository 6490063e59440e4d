package provider_test

import "slices"

// appChange is one scenario: a page, what was shown of it, what it does then,
// the record that is meant, and how the action may end.
type appChange struct {
	name, page string
	on, to     on
	do         string // empty: click
	change     string // runs in the page after the snapshot
	want       string
	permitted  []appOutcome
}

var appChanges = slices.Concat(appRecycled, appRaces, appPlaces, appLong)

// appRecycled are nodes that are used again for other records, and forms that show another one.
var appRecycled = []appChange{
	{
		name: "unkeyed remove first", page: appRowsPage, on: on{"button", "Delete", 1},
		change: "data.shift();render()",
		want:   "Bob", permitted: []appOutcome{right},
	},
	{
		name: "unkeyed remove itself", page: appRowsPage, on: on{"button", "Delete", 1},
		change: "data.splice(1,1);render()",
		want:   "Bob", permitted: []appOutcome{refused},
	},
	{
		name: "unkeyed insert above", page: appRowsPage, on: on{"button", "Delete", 1},
		change: "data.unshift('Zed');render()",
		want:   "Bob", permitted: []appOutcome{right},
	},
	{
		name: "unkeyed sort", page: appRowsPage, on: on{"button", "Delete", 0},
		change: "data.reverse();render()",
		want:   "Alice", permitted: []appOutcome{right},
	},
	{
		name: "unkeyed all others", page: appRowsPage, on: on{"button", "Delete", 0},
		change: "data=['W','X','Y','Z'];render()",
		want:   "Alice", permitted: []appOutcome{refused},
	},
	{
		name: "unkeyed press", page: appRowsPage, on: on{"button", "Delete", 1}, do: "press:Enter",
		change: "data.shift();render()",
		want:   "Bob", permitted: []appOutcome{right},
	},
	{
		name: "keyed remount", page: appKeyedPage, on: on{"button", "Open", 2},
		change: "for(const k in nodes)delete nodes[k];data.reverse();render()",
		want:   "Carol", permitted: []appOutcome{right},
	},
	{
		name: "keyed detach", page: appKeyedPage, on: on{"button", "Open", 2},
		change: "data.splice(2,1);render()",
		want:   "Carol", permitted: []appOutcome{refused},
	},
	{
		name: "virtual scroll same visible", page: appVirtual, on: on{"button", "Pick", 4},
		change: "v.scrollTop=80;paint()",
		want:   "4", permitted: []appOutcome{right},
	},
	{
		name: "virtual scroll away", page: appVirtual, on: on{"button", "Pick", 1},
		change: "v.scrollTop=8000;paint()",
		want:   "1", permitted: []appOutcome{refused, right},
	},
	{
		name: "cards replaced", page: appCards, on: on{"button", "Add to cart", 0},
		change: "data=[['Sock','1 €'],['Glove','2 €'],['Cap','3 €']];render()",
		want:   "Red shoes", permitted: []appOutcome{refused},
	},
	{
		name: "image cards rotate", page: appImgcards, on: on{"button", "Add to cart", 0},
		change: "data.push(data.shift());render()",
		want:   "red.png", permitted: []appOutcome{right, refused},
	},
	{
		name: "input rows rotate fill", page: appInputRows, on: on{"textbox", "Amount", 0}, do: "fill:55",
		change: "data.push(data.shift());render()",
		want:   "Alice=55", permitted: []appOutcome{right},
	},
	{
		name: "input rows gone fill", page: appInputRows, on: on{"textbox", "Amount", 0}, do: "fill:55",
		change: "data[0]={n:'Zed',v:'9'};render()",
		want:   "Alice=55", permitted: []appOutcome{refused},
	},
	{
		name: "record form fill", page: appRecordForm, on: on{"textbox", "Phone", 0}, do: "fill:999",
		change: "show('Bob')",
		want:   "Alice", permitted: []appOutcome{refused},
	},
	{
		name: "record form save", page: appRecordForm, on: on{"button", "Save", 0},
		change: "show('Bob')",
		want:   "Alice", permitted: []appOutcome{refused},
	},
	{
		name: "record form press", page: appRecordForm, on: on{"textbox", "City", 0}, do: "press:x",
		change: "show('Bob')",
		want:   "Alice", permitted: []appOutcome{refused},
	},
	{
		name: "value rows rotate", page: appValueRows, on: on{"button", "Delete", 0},
		change: "data.push(data.shift());render()",
		want:   "Alice", permitted: []appOutcome{right, refused},
	},
	{
		name: "value rows gone", page: appValueRows, on: on{"button", "Delete", 0},
		change: "data=['X','Y','Z'];render()",
		want:   "Alice", permitted: []appOutcome{refused},
	},
	{
		name: "value rows fill", page: appValueRows, on: on{"textbox", "Name", 0}, do: "fill:Q",
		change: "data=['X','Y','Z'];render()",
		want:   "Alice-name", permitted: []appOutcome{refused},
	},
	{
		name: "tab panel save", page: appTabsPage, on: on{"button", "Save", 0},
		change: "b.click()",
		want:   "Home", permitted: []appOutcome{refused},
	},
	{
		name: "tab panel fill", page: appTabsPage, on: on{"textbox", "Street", 0}, do: "fill:x",
		change: "b.click()",
		want:   "Home", permitted: []appOutcome{refused},
	},
	{
		name: "chat times", page: appChat, on: on{"button", "Reply", 1},
		change: "data[0][2]='3 min ago';data[1][2]='2 min ago';data[2][2]='1 min ago';data.push(['Di','ok','just now']);render()",
		want:   "Ben", permitted: []appOutcome{right},
	},
	{
		name: "checks reordered", page: appChecks, on: on{"checkbox", "Milk", 0},
		change: "data.reverse();render()",
		want:   "Milk", permitted: []appOutcome{right},
	},
	{
		name: "dialog content replaced", page: appDialogPage, on: on{"button", "Yes", 0},
		change: "f='B';m.textContent='Delete file B?'",
		want:   "A", permitted: []appOutcome{refused},
	},
	{
		name: "feed insert above", page: appFeed, on: on{"button", "Like", 2},
		change: "f.prepend(post('New 1'),post('New 2'))",
		want:   "Post 2", permitted: []appOutcome{right},
	},
	{
		name: "toolbar sibling relabelled", page: appToolbar, on: on{"button", "Save", 0},
		change: "m.textContent='Unmute'",
		want:   "Save", permitted: []appOutcome{right},
	},
	{
		name: "chip record changed", page: appToolbar, on: on{"button", "x", 0},
		change: "c1.textContent='Bob'",
		want:   "Alice", permitted: []appOutcome{refused},
	},
	{
		name: "i18n", page: appI18n, on: on{"button", "Delete", 1},
		change: "w='Löschen';render()",
		want:   "Bob", permitted: []appOutcome{refused},
	},
	{
		name: "select rows", page: appSelectRows, on: on{"combobox", "Role", 0}, do: "select:Guest",
		change: "d.reverse();render()",
		want:   "Alice=Guest", permitted: []appOutcome{right},
	},
	{
		name: "select rows replaced", page: appSelectRows, on: on{"combobox", "Role", 0}, do: "select:Guest",
		change: "d=['X','Y','Z'];render()",
		want:   "Alice=Guest", permitted: []appOutcome{refused},
	},
	{
		name: "link cards replaced", page: appLinkCards, on: on{"link", "Read more", 0},
		change: "d=[['X','/7'],['Y','/8'],['Z','/9']];render()",
		want:   "/1", permitted: []appOutcome{refused},
	},
	{
		name: "editor rows replaced", page: appEditors, on: on{"textbox", "Comment", 0}, do: "fill:hello",
		change: "d=['X','Y'];render()",
		want:   "Alice", permitted: []appOutcome{refused},
	},
	{
		name: "upload rows", page: appFileRows, on: on{"button", "Photo", 0}, do: "upload",
		change: "d.reverse();render()",
		want:   "Alice", permitted: []appOutcome{right},
	},
	{
		name: "div rows replaced", page: appDivRows, on: on{"button", "Delete", 0},
		change: "d=['X','Y','Z'];render()",
		want:   "Alice", permitted: []appOutcome{refused},
	},
	{
		name: "right click rows", page: appRowsPage, on: on{"button", "Delete", 1}, do: "right",
		change: "document.getElementById('t').oncontextmenu=e=>{e.preventDefault();hit(e.target.closest('tr').cells[0].textContent)};data.shift();render()",
		want:   "Bob", permitted: []appOutcome{right},
	},
	{
		name: "hover rows", page: appRowsPage, on: on{"button", "Delete", 1}, do: "hover",
		change: "document.getElementById('t').onmouseover=e=>{const r=e.target.closest('button');if(r)hit(r.closest('tr').cells[0].textContent)};data.shift();render()",
		want:   "Bob", permitted: []appOutcome{right},
	},
}

// appRaces happen while the action runs.
var appRaces = []appChange{
	{
		name: "race pointermove", page: appRaceRows, on: on{"button", "Delete", 1},
		change: "arm('pointermove')",
		want:   "Bob", permitted: []appOutcome{right, refused},
	},
	{
		name: "race pointerdown", page: appRaceRows, on: on{"button", "Delete", 1},
		change: "arm('pointerdown',{capture:true})",
		want:   "Bob", permitted: []appOutcome{right, refused},
	},
	{
		name: "race mousedown", page: appRaceRows, on: on{"button", "Delete", 1},
		change: "arm('mousedown',{capture:true})",
		want:   "Bob", permitted: []appOutcome{right, refused},
	},
	{
		name: "race focusin", page: appRaceRows, on: on{"button", "Delete", 1},
		change: "arm('focusin',{capture:true})",
		want:   "Bob", permitted: []appOutcome{right, refused},
	},
	{
		name: "race press focus", page: appRaceRows, on: on{"button", "Delete", 1}, do: "press:Enter",
		change: "arm('focusin',{capture:true})",
		want:   "Bob", permitted: []appOutcome{right, refused},
	},
	{
		name: "race press keydown", page: appRaceRows, on: on{"button", "Delete", 1}, do: "press:Enter",
		change: "arm('keydown',{capture:true})",
		want:   "Bob", permitted: []appOutcome{right, refused},
	},
	{
		name: "race press space keyup", page: appRaceRows, on: on{"button", "Delete", 1}, do: "press:Space",
		change: "arm('keydown',{capture:true})",
		want:   "Bob", permitted: []appOutcome{right, refused},
	},
	{
		name: "race fill focus", page: appInputRows, on: on{"textbox", "Amount", 0}, do: "fill:55",
		change: "t.addEventListener('focusin',()=>{data.push(data.shift());render()},{once:true})",
		want:   "Alice=55", permitted: []appOutcome{right, refused},
	},
	{
		name: "race keys focus", page: appInputRows, on: on{"textbox", "Amount", 0}, do: "keys:5",
		change: "t.addEventListener('focusin',()=>{data.push(data.shift());render()},{once:true})",
		want:   "Alice=5", permitted: []appOutcome{right, refused},
	},
	{
		name: "race keys keydown", page: appInputRows, on: on{"textbox", "Amount", 0}, do: "keys:5",
		change: "t.addEventListener('keydown',()=>{data.push(data.shift());render()},{once:true})",
		want:   "Alice=5", permitted: []appOutcome{right, refused},
	},
	{
		name: "select race keydown", page: appSelectRows, on: on{"combobox", "Role", 0}, do: "select:Guest",
		change: "l.addEventListener('keydown',()=>{d.push(d.shift());render()},{once:true,capture:true})",
		want:   "Alice=Guest", permitted: []appOutcome{right, refused},
	},
	{
		name: "select race focus", page: appSelectRows, on: on{"combobox", "Role", 0}, do: "select:Guest",
		change: "l.addEventListener('focusin',()=>{d.push(d.shift());render()},{once:true,capture:true})",
		want:   "Alice=Guest", permitted: []appOutcome{right, refused},
	},
	{
		name: "covered at pointermove", page: appCover, on: on{"button", "Buy", 0},
		change: "addEventListener('pointermove',()=>c.hidden=false,{once:true})",
		want:   "b", permitted: []appOutcome{refused, right},
	},
	{
		name: "covered at pointerdown", page: appCover, on: on{"button", "Buy", 0},
		change: "addEventListener('pointerdown',()=>c.hidden=false,{once:true})",
		want:   "b", permitted: []appOutcome{refused, right, told},
	},
	{
		name: "replaced on hover", page: appDetached, on: on{"button", "Go", 0},
		change: "w.addEventListener('mouseover',()=>{const n=b.cloneNode(true);b.replaceWith(n)},{once:true})",
		want:   "b", permitted: []appOutcome{right},
	},
	{
		name: "js swap on move", page: appJsMoves, on: on{"button", "Go", 0},
		change: "addEventListener('mousemove',swap,{once:true})",
		want:   "b", permitted: []appOutcome{right, refused},
	},
	{
		name: "js swap on mouseover", page: appJsMoves, on: on{"button", "Go", 0},
		change: "b.addEventListener('mouseover',swap,{once:true})",
		want:   "b", permitted: []appOutcome{right, refused},
	},
}

// appPlaces are routes, frames, shadow roots, menus and lists.
var appPlaces = []appChange{
	{
		name: "pushState same label", page: appRoute, on: on{"button", "Delete", 0},
		change: "history.pushState(0,'','/bob');go('Bob')",
		want:   "Alice", permitted: []appOutcome{refused},
	},
	{
		name: "hash route", page: appRoute, on: on{"button", "Delete", 0},
		change: "location.hash='#/bob';go('Bob')",
		want:   "Alice", permitted: []appOutcome{refused},
	},
	{
		name: "query replace", page: appRoute, on: on{"button", "Delete", 0},
		change: "history.replaceState(0,'','?id=2');go('Bob')",
		want:   "Alice", permitted: []appOutcome{refused},
	},
	{
		name: "no address heading", page: appRoute, on: on{"button", "Delete", 0},
		change: "go('Bob')",
		want:   "Alice", permitted: []appOutcome{refused},
	},
	{
		name: "no address heading fill", page: appRoute, on: on{"textbox", "Note", 0}, do: "fill:x",
		change: "go('Bob')",
		want:   "Alice", permitted: []appOutcome{refused},
	},
	{
		name: "document open", page: appRoute, on: on{"button", "Delete", 0},
		change: "document.open();document.write('<h1>Bob</h1><button>Delete</button><script>window.hits=[];document.querySelector(\"button\").onclick=()=>hits.push(\"Bob\")<\\/script>');document.close()",
		want:   "Alice", permitted: []appOutcome{refused},
	},
	{
		name: "options replaced", page: appOpts, on: on{"combobox", "Plan", 0}, do: "select:Pro",
		change: "s.innerHTML='<option value=x>Solo<option value=y>Team'",
		want:   "c", permitted: []appOutcome{refused},
	},
	{
		name: "covered by cookies", page: appCover, on: on{"button", "Buy", 0},
		change: "c.hidden=false",
		want:   "b", permitted: []appOutcome{refused},
	},
	{
		name: "shadow rerender", page: appShadowRows, on: on{"button", "Delete", 1},
		change: "d.shift();el.render()",
		want:   "Bob", permitted: []appOutcome{right},
	},
	{
		name: "shadow rerender gone", page: appShadowRows, on: on{"button", "Delete", 1},
		change: "d.splice(1,1);el.render()",
		want:   "Bob", permitted: []appOutcome{refused},
	},
	{
		name: "closed shadow other", page: appClosedRows, on: on{"button", "Delete", 1},
		change: "d=['X','Y','Z'];el.render()",
		want:   "Bob", permitted: []appOutcome{refused},
	},
	{
		name: "iframe content", page: appFrames, on: on{"button", "Delete", 0},
		change: "f.contentWindow.go('Bob')",
		want:   "Alice", permitted: []appOutcome{refused},
	},
	{
		name: "iframe hash", page: appFrames, on: on{"button", "Delete", 0},
		change: "f.contentWindow.location.hash='/bob';f.contentWindow.go('Bob')",
		want:   "Alice", permitted: []appOutcome{refused},
	},
	{
		name: "iframe renav to the same", page: appFrames, on: on{"button", "Delete", 0},
		change: "f.srcdoc=f.srcdoc+' ';await new Promise(r=>f.onload=r)",
		want:   "Alice", permitted: []appOutcome{refused},
	},
	{
		name: "iframe renav", page: appFrames, on: on{"button", "Delete", 0},
		change: "f.srcdoc=f.srcdoc.replaceAll('Alice','Bob');await new Promise(r=>f.onload=r)",
		want:   "Alice", permitted: []appOutcome{refused},
	},
	{
		name: "drag reordered", page: appDragList, on: on{"listitem", "One", 0}, to: on{"listitem", "Three", 0}, do: "drag",
		change: "d.reverse();render()",
		want:   "One>Three", permitted: []appOutcome{right, refused},
	},
	{
		name: "drag target replaced", page: appDragList, on: on{"listitem", "One", 0}, to: on{"listitem", "Three", 0}, do: "drag",
		change: "d[2]='Nine';render()",
		want:   "One>Three", permitted: []appOutcome{refused},
	},
	{
		name: "calendar month by heading", page: appCal, on: on{"button", "5", 0},
		change: "go('June 2031',0)",
		want:   "May 2031 5", permitted: []appOutcome{refused},
	},
	{
		name: "calendar grid", page: appCalGrid, on: on{"button", "5", 0},
		change: "go('June 2031')",
		want:   "May 2031 5", permitted: []appOutcome{refused},
	},
	{
		name: "calendar month beside the table", page: appCalTitle, on: on{"button", "15", 0},
		change: "go('March 2027')",
		want:   "February 2027 15", permitted: []appOutcome{refused},
	},
	{
		name: "calendar of another clock", page: appCalTitle, on: on{"button", "15", 0},
		change: "k.textContent='at 10:31'",
		want:   "February 2027 15", permitted: []appOutcome{right},
	},
	{
		name: "page heading", page: appSections, on: on{"button", "Cancel", 0},
		change: "go('Order 1002 of Bob')",
		want:   "Order 1001 of Alice", permitted: []appOutcome{refused},
	},
	{
		name: "a word of the page heading", page: appSections, on: on{"button", "Cancel", 0},
		change: "h.textContent='Order 1001 of Alice, open'",
		want:   "Order 1001 of Alice", permitted: []appOutcome{right},
	},
	{
		name: "menu reopened elsewhere", page: appMenuReopen, on: on{"menuitem", "Remove", 0},
		change: "openFor('Bob')",
		want:   "Alice", permitted: []appOutcome{refused},
	},
	{
		name: "menu in body reopened", page: appMenuBody, on: on{"menuitem", "Remove", 0},
		change: "openFor(1)",
		want:   "Alice", permitted: []appOutcome{refused},
	},
	{
		name: "relabel", page: appRelabel, on: on{"button", "Save draft", 0},
		change: "b.textContent='Publish'",
		want:   "Save draft", permitted: []appOutcome{refused},
	},
	{
		name: "aria relabel", page: appRelabel, on: on{"button", "Mute", 0},
		change: "c.setAttribute('aria-label','Unmute')",
		want:   "Mute", permitted: []appOutcome{refused},
	},
	{
		name: "href changed", page: appRelabel, on: on{"link", "Read more", 0},
		change: "a.href='/y'",
		want:   "/x", permitted: []appOutcome{refused},
	},
}
