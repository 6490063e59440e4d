package outline

import (
	"fmt"
	"math"
	"strings"
	"testing"
	"unsafe"
)

// A page of 20,000 rows is 120,000 of ours: each byte counts, and so does each
// pointer, which the collector would follow.
func TestRowsAreSmall(t *testing.T) {
	if n := unsafe.Sizeof(row{}); n > 32 {
		t.Errorf("a row takes %d bytes, want 32 at most", n)
	}
}

func TestTexts(t *testing.T) {
	long := strings.Repeat("long ", 20_000) // more than a chunk
	var list []string
	for i := range 3_000 {
		list = append(list, fmt.Sprint("row ", i), strings.Repeat("é", i%300), "Buy", "")
		if i%1_000 == 7 {
			list = append(list, long+fmt.Sprint(i), long)
		}
	}
	var store texts
	ids := make([]textID, len(list))
	buys := make(map[textID]bool)
	for i, s := range list {
		if ids[i] = store.add(s); s == "Buy" {
			buys[ids[i]] = true
		}
	}
	if len(buys) > 100 { // of 3,000
		t.Errorf("one text is kept %d times", len(buys))
	}
	for i, s := range list {
		if got := store.text(ids[i]); got != s {
			t.Fatalf("text %d is %.40q, want %.40q", i, got, s)
		}
		if (ids[i] == 0) != (s == "") {
			t.Fatalf("text %d has the number %d", i, ids[i])
		}
	}
	if a, b := store.add(long+"a"), store.add(long+"b"); store.equal(a, b) || !store.equal(a, a) || store.equal(0, a) {
		t.Error("texts are compared by something else than what they say")
	}
	// Cut off from the recent ones, the same text is another number, and equal.
	first := store.add("once more")
	store.recent = nil
	if again := store.add("once more"); again == first || !store.equal(first, again) {
		t.Errorf("%d and %d of one text", first, again)
	}
}

func TestBoxes(t *testing.T) {
	var list []Box
	for i := range 1_000 {
		f := float32(i)
		list = append(list, Box{f, -20 * f, f + 1, 16}, Box{}, Box{-5, 3 * f, 0, 0}, Box{f * 1000, f * 100, 1 << 20, 1 << 22})
	}
	var b boxes
	for i := range list {
		b.add(&list[i])
	}
	for _, step := range []int{1, 7, 999, len(list) - 1} { // in order, and to and fro
		for n, i := 0, 0; n < len(list); n, i = n+1, (i+step)%len(list) {
			if got := b.at(int32(i)); got != list[i] {
				t.Fatalf("box %d is %v, want %v", i, got, list[i])
			}
		}
	}
	if got := b.at(int32(len(list))); got != (Box{}) {
		t.Errorf("a node that is not there has %v", got)
	}
	nan, inf := float32(math.NaN()), float32(math.Inf(1))
	var odd boxes
	for _, tc := range []struct{ in, want Box }{
		{Box{0.4, 0.6, 1.5, 2.5}, Box{0, 1, 2, 3}},
		{Box{nan, 1, nan, 1}, Box{0, 1, 0, 1}},
		{Box{-inf, inf, inf, 3}, Box{-1 << 24, 1 << 24, 1 << 24, 3}},
		{Box{5, 5, -7, -7}, Box{5, 5, 0, 0}},
	} {
		odd.add(&tc.in)
		if got := odd.at(int32(odd.count - 1)); got != tc.want {
			t.Errorf("%v comes back as %v, want %v", tc.in, got, tc.want)
		}
		odd.read = 0
	}
}

func TestPlaces(t *testing.T) {
	for _, flow := range []Flow{Apart, Inline, Glued, Begins} {
		for level := range 256 {
			p := placed(uint8(level), flow)
			if want := uint8(min(level, mostLevel)); p.level() != want || p.flow() != flow {
				t.Fatalf("level %d of flow %d became %d of %d", level, flow, p.level(), p.flow())
			}
			if q := p.at(3); q.level() != 3 || q.flow() != flow {
				t.Fatalf("another level of %v is %v", p, q)
			}
		}
	}
}

// A page cannot say so many roles that they take each other's numbers.
func TestManyRoles(t *testing.T) {
	var set roleSet
	name := func(i int) string { return "role-" + string(rune('a'+i/26)) + string(rune('a'+i%26)) }
	for i := range 500 {
		r := set.number(name(i))
		if got := set.name(r); got != name(i) && got != "generic" {
			t.Fatalf("%s is %s", name(i), got)
		}
	}
	if got := set.name(set.number(name(0))); got != name(0) {
		t.Errorf("the first role is %s now", got)
	}
}
