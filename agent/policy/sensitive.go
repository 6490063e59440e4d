package policy

import (
	"context"
	"encoding/json"
	"regexp"
	"strings"
	"unicode/utf8"

	"github.com/holdfast-go/holdfast/agent/event"
	"github.com/holdfast-go/holdfast/agent/tools"
	"github.com/holdfast-go/holdfast/browser/secret"
	"github.com/holdfast-go/holdfast/refs"
)

// arguments are those of all tools that matter here.
type arguments struct {
	URL    string   `json:"url"`
	Ref    string   `json:"ref"`
	Value  string   `json:"value"`
	Text   string   `json:"text"`
	Submit bool     `json:"submit"`
	Key    string   `json:"key"`
	Files  []string `json:"files"`
	Code   string   `json:"code"`
	Method string   `json:"method"`
	Params struct {
		URL string `json:"url"`
	} `json:"params"`
}

func (a arguments) ref() refs.Ref {
	ref, err := refs.Parse(a.Ref)
	if err != nil {
		return 0 // the catalogue has checked it: there is none
	}
	return ref
}

// Names of fields that hold what a password holds, also where the page shows
// their value, and of buttons that spend money. English, Chinese and the
// commonest others; the page's own mark of a protected field is what counts
// first.
var (
	passwordName = regexp.MustCompile(`(?i)pass\s*-?(word|code|phrase|wort)|\b(pwd|pin|cvv2?|cvc2?|otp)\b|security code|one[- ]time code|kennwort|contraseña|mot de passe|密码|口令|验证码|暗証番号`)
	purchaseName = regexp.MustCompile(`(?i)\b(buy|purchase|pay|order now|place (my |your |the )?order|(complete|confirm|submit) (my |your |the )?(order|purchase|payment|booking)|book now|subscribe|donate|transfer|send money|bid|kaufen|bezahlen|zahlungspflichtig|acheter|payer|comprar|pagar)\b|购买|下单|付款|支付|提交订单|确认订单|订购|转账|打赏`)
	searchName   = regexp.MustCompile(`(?i)search|find|filter|搜索|查找|suche|recherche|buscar`)
)

// detailLimit is how much of a program a person is shown, in characters.
const detailLimit = 2000

// sensitive says what of a call has to be asked for; nil is nothing. It may look
// at the page, and sends nothing to it.
func sensitive(ctx context.Context, r tools.Request, on Settings, a arguments) (*event.Approval, error) {
	switch {
	case r.Effect == tools.Script:
		if !on.Script {
			return nil, nil
		}
		detail := a.Code
		if a.Method != "" {
			detail = strings.TrimSpace(a.Method + " " + string(paramsOf(r.Arguments)))
		}
		return &event.Approval{Subject: event.SubjectScript, Detail: cut(detail)}, nil
	case r.Tool.Name == "webpage_upload":
		if !on.Upload || len(a.Files) == 0 {
			return nil, nil // no files: the chooser is cancelled
		}
		return &event.Approval{Subject: event.SubjectUpload, Detail: cut(strings.Join(a.Files, "\n"))}, nil
	case r.Effect != tools.Input:
		return nil, nil
	}
	hidden := len(secret.In(a.Value))+len(secret.In(a.Text)) > 0
	if on.Password && hidden && r.Tool.Name != "webpage_fill" {
		return &event.Approval{Subject: event.SubjectPassword}, nil
	}
	writes := r.Tool.Name == "webpage_fill" || r.Tool.Name == "webpage_press" && writesText(a.Key)
	if on.Password && writes || on.Purchase && mayBuy(r, a) {
		return bySight(ctx, r, on, a, writes, hidden)
	}
	return nil, nil
}

// bySight decides by what the target is now.
func bySight(ctx context.Context, r tools.Request, on Settings, a arguments, writes, hidden bool) (*event.Approval, error) {
	target, err := r.Look(ctx, a.ref())
	if err != nil {
		return nil, err
	}
	if target == nil {
		// Whatever has the focus cannot be seen; an Enter there may submit.
		target = &tools.Target{}
	}
	asked := event.Approval{Target: target.String()}
	if on.Password && writes && (hidden || target.Protected || passwordName.MatchString(target.Name)) {
		asked.Subject = event.SubjectPassword
		return &asked, nil
	}
	if !on.Purchase {
		return nil, nil
	}
	enters := a.Submit || enterKey(a.Key)
	field := target.Role == "" || target.Role == "textbox" || target.Role == "combobox" || target.Role == "spinbutton"
	switch {
	case a.Submit, enters && field:
		// Which button a form presses by itself is not to be seen from its field.
		if target.Role == "searchbox" || !target.Protected && searchName.MatchString(target.Name) {
			return nil, nil
		}
		asked.Subject, asked.Detail = event.SubjectPurchase, "Enter"
		return &asked, nil
	case r.Tool.Name != "webpage_fill" && purchaseName.MatchString(target.Name):
		asked.Subject, asked.Detail = event.SubjectPurchase, r.Tool.Title
		return &asked, nil
	}
	return nil, nil
}

// mayBuy reports whether a call may set something off that spends money.
func mayBuy(r tools.Request, a arguments) bool {
	switch r.Tool.Name {
	case "webpage_click", "webpage_drag":
		return true
	case "webpage_fill":
		return a.Submit
	case "webpage_press":
		return enterKey(a.Key) || lastKey(a.Key) == "space" || lastKey(a.Key) == " "
	}
	return false
}

// lastKey is the key of a combination, in lower case.
func lastKey(key string) string {
	if i := strings.LastIndexByte(key, '+'); i >= 0 && i < len(key)-1 {
		key = key[i+1:]
	}
	return strings.ToLower(key)
}

func enterKey(key string) bool {
	switch lastKey(key) {
	case "enter", "return", "numpadenter":
		return true
	}
	return false
}

// writesText reports whether a key puts something into a field: a character, or
// what was copied before.
func writesText(key string) bool {
	last := lastKey(key)
	if utf8.RuneCountInString(last) != 1 {
		return last == "space" || last == "insert"
	}
	before := strings.ToLower(strings.TrimSuffix(strings.ToLower(key), last))
	command := strings.Contains(before, "control") || strings.Contains(before, "ctrl") || strings.Contains(before, "meta") || strings.Contains(before, "alt")
	return !command || last == "v"
}

// paramsOf gives the parameters of a protocol command as they were given.
func paramsOf(raw json.RawMessage) json.RawMessage {
	var a struct {
		Params json.RawMessage `json:"params"`
	}
	if json.Unmarshal(raw, &a) != nil {
		return nil
	}
	return a.Params
}

func cut(s string) string {
	if utf8.RuneCountInString(s) <= detailLimit {
		return s
	}
	return string([]rune(s)[:detailLimit-1]) + "…"
}
