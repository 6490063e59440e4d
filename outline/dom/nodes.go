package dom

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/mailru/easyjson"
	"github.com/mailru/easyjson/jlexer"

	"github.com/holdfast-go/holdfast/internal/jsonwalk"
)

// What only the debugger can see (closed shadow roots, listeners, the
// accessibility tree) speaks of nodes by backend ids. They cross into the world
// and out of it as follows.
//
// Out: an evaluation may serialise an array of elements deeply; each then says
// its backend id, its shadow root's and the id of the frame that it shows. One
// round trip, however many they are (measured: 27 µs each).
//
// In: DOM.resolveNode makes an object of each (54 µs each), many of them on
// their way at once, and one Runtime.callFunctionOn for 1,000 objects hands
// them to a function of h. Objects of a world serve all documents of one origin
// that its scripts reach.

// serialization asks for backend ids in the place of elements.
type serialization struct {
	Kind       string               `json:"serialization"`
	MaxDepth   int                  `json:"maxDepth"`
	Additional serializationOfNodes `json:"additionalParameters"`
}

type serializationOfNodes struct {
	MaxNodeDepth      int    `json:"maxNodeDepth"`
	IncludeShadowTree string `json:"includeShadowTree"`
}

// deeply serialises an array of strings and elements, and nothing inside of
// them.
var deeply = serialization{Kind: "deep", MaxDepth: 1, Additional: serializationOfNodes{IncludeShadowTree: "none"}}

// remoteNode is an element as deep serialisation tells it; the zero value is
// what was null.
type remoteNode struct {
	backend int64
	frame   string // id of the frame that it shows
	root    int64  // backend id of its shadow root, 0 = none
	closed  bool   // whether scripts are kept from that
}

// nodesReply is the reply of a function that gives an array of one string and
// elements.
type nodesReply struct {
	text    string
	nodes   []remoteNode
	ok      bool
	failure *exceptionDetails
}

func (r *nodesReply) installed() bool              { return r.ok }
func (r *nodesReply) exception() *exceptionDetails { return r.failure }

// UnmarshalJSON is for callers that do not know easyjson.
func (r *nodesReply) UnmarshalJSON(data []byte) error { return easyjson.Unmarshal(data, r) }

// UnmarshalEasyJSON takes what is needed and passes over the rest.
func (r *nodesReply) UnmarshalEasyJSON(l *jlexer.Lexer) {
	*r = nodesReply{}
	jsonwalk.Members(l, func(key string) {
		switch key {
		case "result":
			jsonwalk.Members(l, func(key string) {
				if key != "deepSerializedValue" {
					l.SkipRecursive()
					return
				}
				jsonwalk.Members(l, func(key string) {
					if key == "value" {
						r.values(l)
					} else {
						l.SkipRecursive()
					}
				})
			})
		case "exceptionDetails":
			r.failure = new(exceptionDetails)
			l.AddError(json.Unmarshal(l.Raw(), r.failure))
		default:
			l.SkipRecursive()
		}
	})
}

// values reads the array; what is not installed gives a string in its place.
func (r *nodesReply) values(l *jlexer.Lexer) {
	if !l.IsDelim('[') {
		l.SkipRecursive()
		return
	}
	r.ok = true
	jsonwalk.Elements(l, func() {
		var node remoteNode
		isText, text := false, ""
		jsonwalk.Members(l, func(key string) {
			if key != "value" {
				l.SkipRecursive()
			} else if l.IsDelim('{') {
				node.decode(l)
			} else {
				isText, text = true, l.String()
			}
		})
		if isText {
			r.text = text
		} else {
			r.nodes = append(r.nodes, node)
		}
	})
}

func (n *remoteNode) decode(l *jlexer.Lexer) {
	jsonwalk.Members(l, func(key string) {
		switch {
		case key == "backendNodeId":
			n.backend = l.Int64()
		case key == "frameId":
			n.frame = l.String()
		case key == "shadowRoot" && l.IsDelim('{'):
			jsonwalk.Members(l, func(key string) {
				if key != "value" {
					l.SkipRecursive()
					return
				}
				jsonwalk.Members(l, func(key string) {
					switch key {
					case "backendNodeId":
						n.root = l.Int64()
					case "mode":
						n.closed = l.UnsafeString() == "closed"
					default:
						l.SkipRecursive()
					}
				})
			})
		default:
			l.SkipRecursive()
		}
	})
}

// loan is the objects that one errand in a world makes the browser keep.
// Errands at the same time do not let go of each other's.
type loan struct {
	world *world
	group string
}

// borrow begins an errand; release ends it.
func (w *world) borrow() loan {
	return loan{w, fmt.Sprintf("%s %d", w.name, w.loans.Add(1))}
}

// release lets go of the objects. Those that it fails for go with their
// document.
func (l loan) release(ctx context.Context) {
	if ctx.Err() == nil {
		_ = l.world.caller.Call(ctx, "Runtime.releaseObjectGroup", map[string]string{"objectGroup": l.group}, nil)
	}
}

// nodes runs h.function(), which gives an array of elements.
func (l loan) nodes(ctx context.Context, function string, reply *nodesReply) error {
	w := l.world
	return w.evaluate(ctx, evaluateParams{
		Expression:  fmt.Sprintf("globalThis[%q]?globalThis[%q].%s():%q", w.name, w.name, function, notInstalled),
		ObjectGroup: l.group, SerializationOptions: &deeply, Silent: true,
	}, reply)
}

// mostHandedIn bounds the arguments of one call.
const mostHandedIn = 1000

// handIn calls h.function with a list of the nodes of backend ids, undefined
// for what is gone, and decodes what it gives: an array of elements for a
// *nodesReply, a value for any other reply. At most mostHandedIn ids are handed
// in by one call; whoever has more calls again.
func (l loan) handIn(ctx context.Context, function string, ids []int64, reply evaluated) error {
	w := l.world
	id, err := w.contextID(ctx, false)
	if err != nil {
		return err
	}
	arguments, err := l.resolve(ctx, id, ids)
	if err != nil {
		return err
	}
	params := callParams{
		Function:  fmt.Sprintf("function(...nodes){const h=globalThis[%q];return h?h.%s(nodes):%q}", w.name, function, notInstalled),
		ContextID: id, Arguments: arguments, Silent: true,
	}
	if _, ok := reply.(*nodesReply); ok {
		params.ObjectGroup, params.SerializationOptions = l.group, &deeply
	} else {
		params.ReturnByValue = true
	}
	if err := w.caller.Call(ctx, "Runtime.callFunctionOn", params, reply); err != nil {
		if ctx.Err() == nil && contextGone(err) {
			return errLeft
		}
		return err
	}
	if reply.exception() != nil {
		return reply.exception().err()
	}
	if !reply.installed() {
		return errLeft
	}
	return nil
}

// errLeft says that the document was left in the middle of an errand.
var errLeft = errors.New("dom: the page navigates too fast to be read")

type callParams struct {
	Function      string         `json:"functionDeclaration"`
	ContextID     int64          `json:"executionContextId"`
	Arguments     []callArgument `json:"arguments"`
	ReturnByValue bool           `json:"returnByValue,omitempty"`
	UserGesture   bool           `json:"userGesture,omitempty"`
	Silent        bool           `json:"silent,omitempty"`
	ObjectGroup   string         `json:"objectGroup,omitempty"`

	SerializationOptions *serialization `json:"serializationOptions,omitempty"`
}

// callArgument is an object, or undefined.
type callArgument struct {
	ObjectID string `json:"objectId,omitempty"`
}

// resolving is how many nodes are being resolved at the same time.
const resolving = 64

// resolve makes objects of nodes in a context of the world. A node that is
// gone, or that another renderer process has, gives no object.
func (l loan) resolve(ctx context.Context, context int64, ids []int64) ([]callArgument, error) {
	objects := make([]callArgument, len(ids))
	next := make(chan int)
	var wait sync.WaitGroup
	var left atomic.Bool
	for range min(resolving, len(ids)) {
		wait.Go(func() {
			for i := range next {
				var reply struct {
					Object struct {
						ObjectID string `json:"objectId"`
					} `json:"object"`
				}
				err := l.world.caller.Call(ctx, "DOM.resolveNode", resolveParams{
					Backend: ids[i], ContextID: context, ObjectGroup: l.group,
				}, &reply)
				if err != nil && contextGone(err) {
					left.Store(true)
				}
				objects[i].ObjectID = reply.Object.ObjectID
			}
		})
	}
	for i := range ids {
		next <- i
	}
	close(next)
	wait.Wait()
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	if left.Load() {
		return nil, errLeft
	}
	return objects, nil
}

type resolveParams struct {
	Backend     int64  `json:"backendNodeId"`
	ContextID   int64  `json:"executionContextId"`
	ObjectGroup string `json:"objectGroup"`
}

// numbersReply is the reply of a function that gives numbers joined by commas.
type numbersReply struct {
	Result struct {
		Value string `json:"value"`
	} `json:"result"`
	Exception *exceptionDetails `json:"exceptionDetails"`
}

func (r *numbersReply) installed() bool              { return r.Result.Value != notInstalled }
func (r *numbersReply) exception() *exceptionDetails { return r.Exception }

// numbers gives the numbers, which must be as many as were asked for.
func (r *numbersReply) numbers(n int) ([]uint32, error) {
	parts := strings.Split(r.Result.Value, ",")
	if len(parts) != n {
		return nil, errPacked
	}
	list := make([]uint32, n)
	for i, part := range parts {
		number, err := strconv.ParseUint(part, 10, 32)
		if err != nil {
			return nil, errPacked
		}
		list[i] = uint32(number)
	}
	return list, nil
}
