package dom

import (
	"encoding/json"
	"fmt"
	"testing"
)

// snippet is one row of a table: what h gives for the element with the id x of
// a piece of HTML.
type snippet struct {
	name, html, want, reason string
}

// checkSnippets sets the pieces of HTML one after another and compares what the
// expression gives for #x. Declarative shadow roots work.
func checkSnippets(t *testing.T, expression string, table []snippet) {
	t.Helper()
	p := openPage(t, `<!doctype html><title>table</title><body></body>`)
	html := make([]string, len(table))
	for i, row := range table {
		html[i] = row.html
	}
	list, err := json.Marshal(html)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	p.inside(fmt.Sprintf(`h => %s.map(html => {
		document.body.setHTMLUnsafe(html);
		const find = root => {
			for (const e of root.querySelectorAll('*')) {
				if (e.id === 'x') return e;
				const inner = e.shadowRoot && find(e.shadowRoot);
				if (inner) return inner;
			}
			return null;
		};
		const x = find(document);
		if (!x) return 'no #x';
		h.beginRead();
		try { return %s; } finally { h.endRead(); }
	})`, list, expression), &got)
	seen := map[string]bool{}
	for i, row := range table {
		if seen[row.name] || row.reason == "" {
			t.Errorf("row %q: every row has a name of its own and a reason", row.name)
		}
		seen[row.name] = true
		if got[i] != row.want {
			t.Errorf("%s: got %q, want %q (%s)\n%s", row.name, got[i], row.want, row.reason, row.html)
		}
	}
}

// The letters are the steps of accname 1.2, section 4.3.2. Where Chrome reads
// the specification in a way of its own the reason says so: agents meet pages
// that were tested with it.
func TestAccessibleNames(t *testing.T) {
	checkSnippets(t, `h.accessibleName(x)`, []snippet{
		{"labelledby", `<button id=x aria-labelledby=a>own</button><p id=a>Other</p>`, "Other", "B comes before content"},
		{"labelledby two", `<button id=x aria-labelledby="b a"></button><p id=a>one</p><p id=b>two</p>`, "two one", "B: in the order of the ids, with a space"},
		{"labelledby self", `<button id=x aria-label="Delete" aria-labelledby="x a">b</button><p id=a>file.txt</p>`, "Delete file.txt", "B: an element may name itself by its label"},
		{"labelledby self content", `<button id=x aria-labelledby="x a">Open</button><p id=a>file.txt</p>`, "Open file.txt", "B: or by its content"},
		{"labelledby missing", `<button id=x aria-labelledby=nope>own</button>`, "own", "B: ids that lead nowhere do not count"},
		{"labelledby half missing", `<button id=x aria-labelledby="nope a">own</button><p id=a>there</p>`, "there", "B: those that lead somewhere do"},
		{"labelledby empty target", `<button id=x aria-labelledby=a>own</button><p id=a></p>`, "own", "B: an empty result falls through"},
		{"labelledby is not followed twice", `<button id=x aria-labelledby=a></button><p id=a aria-labelledby=b>one</p><p id=b>two</p>`, "one", "B: no second labelledby"},
		{"labelledby to a label", `<button id=x aria-labelledby=a></button><p id=a aria-label=label>text</p>`, "label", "D counts in a target"},
		{"labelledby hidden", `<button id=x aria-labelledby=a></button><p id=a hidden>secret</p>`, "secret", "A: what is asked for by name may be hidden"},
		{"labelledby hidden deep", `<button id=x aria-labelledby=a></button><p id=a hidden>one <span style="display:none">two</span></p>`, "one two", "A: then its hidden parts count, too"},
		{"labelledby shown with hidden part", `<button id=x aria-labelledby=a></button><p id=a>one <span style="display:none">two</span></p>`, "one", "A: a shown target's hidden parts do not"},
		{"labelledby aria-hidden", `<button id=x aria-labelledby=a></button><p id=a aria-hidden=true>quiet</p>`, "quiet", "A: aria-hidden is hidden as well"},
		{"labelledby image", `<button id=x aria-labelledby=a></button><img id=a alt="Basket">`, "Basket", "E counts in a target"},
		{"labelledby field", `<button id=x aria-labelledby="t a"></button><span id=t>Search</span><input id=a value="shoes">`, "Search shoes", "C: a field in a name gives its value"},
		{"labelledby cycle", `<button id=x aria-labelledby=a>own</button><div id=a>text <button aria-labelledby=x>in</button></div>`, "text in", "B: cycles end"},
		{"labelledby many spaces", "<button id=x aria-labelledby=' \n a \t b '></button><i id=a>1</i><i id=b>2</i>", "1 2", "B: ids are parted by any white space"},
		{"labelledby in a shadow root", `<div><template shadowrootmode=open><button id=x aria-labelledby=a>own</button><p id=a>Near</p></template></div><p id=a>Far</p>`, "Near", "B: ids are of the element's own tree"},

		{"label", `<button id=x aria-label="Close">×</button>`, "Close", "D comes before content"},
		{"label empty", `<button id=x aria-label="">Close</button>`, "Close", "D: an empty label is none"},
		{"label blank", `<button id=x aria-label="  ">Close</button>`, "Close", "D: nor is a blank one"},
		{"label folded", "<button id=x aria-label=' Two\n lines '>y</button>", "Two lines", "names are one line"},
		{"label over alt", `<img id=x aria-label="Label" alt="Alt">`, "Label", "D comes before E"},
		{"label on a generic", `<div id=x aria-label="Box">text</div>`, "Box", "prohibited, but what Chrome says"},

		{"label for", `<label for=x>Mail</label><input id=x>`, "Mail", "E: a label by id"},
		{"label around", `<label>Mail <input id=x></label>`, "Mail", "E: a label around its field"},
		{"label around, text on both sides", `<label>every <input id=x value=5> days</label>`, "every days", "the field itself is no part of its name"},
		{"labels", `<label for=x>one</label><input id=x><label for=x>two</label>`, "one two", "E: all labels count"},
		{"label with another field", `<label for=x>every <input value=5> days</label><input id=x type=checkbox>`, "every 5 days", "C: a text field inside gives its value"},
		{"label with a select", `<label for=x>in <select><option>days<option selected>weeks</select></label><input id=x type=checkbox>`, "in weeks", "C: a list gives its choice"},
		{"label with a slider", `<label for=x>at <input type=range value=7> %</label><input id=x type=checkbox>`, "at 7 %", "C: a range gives its value"},
		{"label with aria-valuetext", `<label for=x>at <span role=slider aria-valuenow=7 aria-valuetext=seven>z</span></label><input id=x type=checkbox>`, "at seven", "C: valuetext comes before valuenow"},
		{"label with aria-valuenow", `<label for=x>at <span role=slider aria-valuenow=7>z</span></label><input id=x type=checkbox>`, "at 7", "C: then valuenow"},
		{"label with a listbox", `<label for=x>in <span role=listbox><span role=option>days</span><span role=option aria-selected=true>weeks</span></span></label><input id=x type=checkbox>`, "in weeks", "C: an ARIA list gives its choice"},
		{"label with an editor", `<label for=x>in <span role=textbox contenteditable>days</span></label><input id=x type=checkbox>`, "in days", "C: an ARIA text box gives its text"},
		{"label with a password", `<label for=x>key <input type=password value=secret></label><input id=x type=checkbox>`, "key", "a password never leaves the page"},
		{"label hidden", `<label for=x hidden>Mail</label><input id=x placeholder=Hint>`, "Hint", "Chrome passes over labels that are not shown"},
		{"label with its own label", `<label for=x aria-label="Better">Mail</label><input id=x>`, "Better", "D counts in a label"},
		{"label of a button", `<label for=x>Go</label><button id=x>b</button>`, "Go", "E: a button may be labelled; labels come before content"},
		{"label of a select", `<label>Size <select id=x><option>S<option>M</select></label>`, "Size", "its options are its value, not its name"},
		{"label of an output", `<label for=x>Sum</label><output id=x>5</output>`, "Sum", "E: output can be labelled"},

		{"title", `<input id=x title="Tip" placeholder="Hint">`, "Tip", "I: a title comes before a placeholder"},
		{"placeholder", `<input id=x placeholder="Hint">`, "Hint", "a placeholder is better than nothing"},
		{"placeholder of a text area", `<textarea id=x placeholder="Hint">text</textarea>`, "Hint", "the same for text areas"},
		{"aria-placeholder", `<div id=x role=textbox aria-placeholder="Hint"></div>`, "Hint", "and for ARIA"},
		{"title of a link", `<a id=x href=y title="Tip"></a>`, "Tip", "I for what has no content"},
		{"title after content", `<a id=x href=y title="Tip">Text</a>`, "Text", "content comes first"},
		{"value is no name", `<input id=x value="typed">`, "", "what is typed is the value"},

		{"submit", `<input id=x type=submit>`, "Submit", "E: the browser's own words"},
		{"submit with value", `<input id=x type=submit value="Buy">`, "Buy", "E: value names a button"},
		{"submit with empty value", `<input id=x type=submit value="">`, "", "E: an empty value is meant so"},
		{"reset", `<input id=x type=reset>`, "Reset", "E: the browser's own words"},
		{"input button", `<input id=x type=button value="Go">`, "Go", "E: value"},
		{"input image alt", `<input id=x type=image alt="Find" value="v">`, "Find", "E: alt before value"},
		{"input image value", `<input id=x type=image value="Find">`, "Find", "E: then value"},
		{"input image title", `<input id=x type=image title="Find">`, "Find", "I: then title"},
		{"input image", `<input id=x type=image>`, "Submit", "E: the browser's own words"},
		{"input file", `<input id=x type=file>`, "Choose File", "E: the browser's own words"},

		{"alt", `<img id=x alt="Cat" title="Tip">`, "Cat", "E: alt before title"},
		{"alt empty", `<img id=x alt="">`, "", "decorative"},
		{"alt missing, title", `<img id=x title="Tip">`, "Tip", "I"},
		{"alt in a link", `<a id=x href=y><img alt="Home"></a>`, "Home", "F with E inside"},
		{"alt beside text", `<a id=x href=y><img alt="Cart">3 items</a>`, "Cart 3 items", "Chrome parts what an attribute says"},
		{"alt empty beside text", `<a id=x href=y><img alt="">Home</a>`, "Home", "decoration says nothing"},
		{"area", `<map name=m><area id=x href=y alt="North"></map>`, "North", "E: alt of an area"},
		{"figure", `<figure id=x><img alt=a><figcaption>Fig 1</figcaption></figure>`, "Fig 1", "E: figcaption"},
		{"fieldset", `<fieldset id=x><legend>Pay <b>now</b></legend><input></fieldset>`, "Pay now", "E: legend"},
		{"table caption", `<table id=x summary=s><caption>Prices</caption><tr><td>1<td>2</table>`, "Prices", "E: caption before summary"},
		{"svg title", `<svg id=x><title>Gear</title><circle r=4 /></svg>`, "Gear", "E: the title child"},
		{"svg title in a button", `<button id=x><svg><title>Gear</title></svg></button>`, "Gear", "F with E inside"},
		{"optgroup", `<select><optgroup id=x label="Fruit"></optgroup></select>`, "Fruit", "E: label attribute"},
		{"option label", `<select><option id=x label="Apple">a</option></select>`, "Apple", "E: label before content"},
		{"iframe", `<iframe id=x title="Map"></iframe>`, "Map", "I"},

		{"content", `<button id=x>  Pay
			now </button>`, "Pay now", "F, folded"},
		{"content inline", `<button id=x>un<b>believ</b>able</button>`, "unbelievable", "F: no spaces around inline elements"},
		{"content block", `<button id=x><div>Pay</div><div>now</div></button>`, "Pay now", "F: spaces around blocks"},
		{"content inline-block", `<button id=x>a<span style="display:inline-block">b</span>c</button>`, "a b c", "F: and around inline blocks"},
		{"content br", `<button id=x>Pay<br>now</button>`, "Pay now", "a line break is a space"},
		{"content hidden", `<button id=x>Pay <span hidden>never</span>now</button>`, "Pay now", "A: hidden parts do not count"},
		{"content invisible", `<button id=x>Pay<span style="visibility:hidden"> never <b style="visibility:visible">now</b></span></button>`, "Paynow", "A: visibility can come back inside"},
		{"content aria-hidden", `<button id=x>Pay <i aria-hidden=true>icon</i></button>`, "Pay", "A"},
		{"content with label", `<a id=x href=y>see <span aria-label="page two">2</span></a>`, "see page two", "D inside of F"},
		{"content script", `<button id=x>Pay<script>1</script><style>b{}</style></button>`, "Pay", "code is no content"},
		{"content sr-only", `<button id=x><i></i><span style="position:absolute;width:1px;height:1px;overflow:hidden;clip:rect(0 0 0 0)">Menu</span></button>`, "Menu", "text for screen readers counts"},
		{"content generic", `<div id=x>text</div>`, "", "F: not for roles that are not named by content"},
		{"content heading", `<h2 id=x>One <a href=y>two</a></h2>`, "One two", "F: through other roles"},
		{"content presentational child", `<span id=x role=button>a <span role=heading>b</span></span>`, "a b", "F: whatever is inside"},
		{"content of a tab", `<div id=x role=tab>Mail</div>`, "Mail", "F"},
		{"content of a text box", `<div id=x role=textbox contenteditable>typed</div>`, "", "typed text is the value"},
		{"content of a slot", `<my-b><template shadowrootmode=open><button id=x>[<slot>none</slot>]</button></template>Go</my-b>`, "[ Go ]", "F: the flat tree; a slot is no inline box to Chrome"},
		{"content of an empty slot", `<my-c><template shadowrootmode=open><button id=x><slot>Default</slot></button></template></my-c>`, "Default", "F: a slot's own content"},
		{"content through a shadow root", `<button id=x><my-d><template shadowrootmode=open>deep</template>light</my-d></button>`, "deep", "F: what is shown, not what is written"},
		{"owns", `<button id=x aria-owns=a>one</button><span id=a>two</span>`, "one two", "F: owned elements are content"},
		{"before and after", `<style>#x::before{content:"["}#x::after{content:"]"}</style><button id=x>a</button>`, "[a]", "F: generated text counts"},
		{"before alternative", `<style>#x::before{content:"★" / "star"}</style><button id=x>a</button>`, "stara", "F: the alternative text of generated content"},
		{"before silent", `<style>#x::before{content:"★" / ""}</style><button id=x>a</button>`, "a", "F: which may be empty"},
		{"before hidden", `<style>#x::before{content:"no";display:none}</style><button id=x>a</button>`, "a", "A for generated text"},
		{"before icon", `<style>#x::before{content:"\e900"}</style><button id=x>Trash</button>`, "Trash", "nobody can read an icon font"},
		{"before attr", `<style>#x::before{content:attr(data-n)}</style><button id=x data-n="7">new</button>`, "7new", "F"},
		{"quote", `<button id=x>say <q>hi</q></button>`, "say “hi”", "F: quotes are generated, too"},
		{"transform", `<button id=x style="text-transform:uppercase">Sign in</button>`, "SIGN IN", "as Chrome says and a person sees it"},
		{"transform capitalize", `<a id=x href=y style="text-transform:capitalize">don't ab-cd</a>`, "Don't Ab-Cd", "as Chrome says it"},
		{"transform spares labels", `<button id=x aria-label="Sign in" style="text-transform:uppercase">y</button>`, "Sign in", "attributes are not transformed"},
		{"icon text", `<button id=x>&#xe8b6;</button>`, "", "a glyph of a private area is no name"},
		{"joined emoji", `<button id=x>👨‍👩‍👧</button>`, "👨‍👩‍👧", "joiners are part of letters"},
		{"ruby", `<button id=x><ruby>漢<rt>kan</rt></ruby></button>`, "漢", "Chrome leaves the annotation out"},
		{"details closed", `<button id=x><details><summary>more</summary>hidden</details></button>`, "more", "A: a closed details shows its summary"},
	})
}

// What rows are called: the accessible name, or the content of something
// operable that the specifications leave without one.
func TestRowNames(t *testing.T) {
	checkSnippets(t, `h.name(x)`, []snippet{
		{"clickable div", `<div id=x onclick="1">Card <b>one</b></div>`, "Card one", "a person calls it by what it says"},
		{"long", `<div id=x onclick="1">` + long + `</div>`, "", "a page of text is no name"},
		{"editor", `<div id=x contenteditable>typed</div>`, "", "what is typed is no name"},
		{"list item", `<ul><li id=x tabindex=0>Inbox 5</ul>`, "Inbox 5", "items are not named by content in ARIA"},
		{"navigation", `<nav id=x>links</nav>`, "", "landmarks hold rows; those say it"},
	})
}

const long = "Lorem ipsum dolor sit amet, consectetur adipiscing elit, sed do eiusmod tempor incididunt ut labore et " +
	"dolore magna aliqua. Ut enim ad minim veniam, quis nostrud exercitation ullamco laboris nisi ut aliquip ex ea."

func TestLongNamesAreCut(t *testing.T) {
	checkSnippets(t, `String([h.accessibleName(x).length, h.nameCut])`, []snippet{
		{"label", `<button id=x></button><script></script>`, "0,false", "no name is not cut"},
		{"thousand", `<button id=x aria-label="` + letters(1000) + `"></button>`, "1000,false", "the limit itself fits"},
		{"thousand and one", `<button id=x aria-label="` + letters(1001) + `"></button>`, "1001,true", "the rest is an ellipsis"},
		{"content", `<button id=x>` + letters(90000) + `</button>`, "1001,true", "content, too"},
	})
}

func letters(n int) string {
	b := make([]byte, n)
	for i := range b {
		b[i] = 'x'
	}
	return string(b)
}
