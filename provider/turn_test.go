package provider

import (
	"context"
	"errors"
	"sync"
	"testing"
	"testing/synctest"
)

func TestTurnInOrderOfArrival(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var tn turn
		if err := tn.take(t.Context()); err != nil {
			t.Fatal(err)
		}
		var mu sync.Mutex
		var order []int
		var wg sync.WaitGroup
		for i := range 20 {
			wg.Go(func() {
				if err := tn.take(t.Context()); err != nil {
					t.Error(err)
					return
				}
				mu.Lock()
				order = append(order, i)
				mu.Unlock()
				tn.give()
			})
			synctest.Wait() // it is in the queue now
		}
		tn.give()
		wg.Wait()
		for i, n := range order {
			if n != i {
				t.Fatalf("the turns went in the order %v", order)
			}
		}
	})
}

func TestTurnGivenUpHoldsNobodyUp(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var tn turn
		tn.take(t.Context())
		ctx, cancel := context.WithCancel(t.Context())
		gaveUp := make(chan error, 1)
		go func() { gaveUp <- tn.take(ctx) }()
		synctest.Wait()
		next := make(chan error, 1)
		go func() { next <- tn.take(t.Context()) }()
		synctest.Wait()
		cancel()
		if err := <-gaveUp; !errors.Is(err, context.Canceled) {
			t.Fatalf("a cancelled wait returned %v", err)
		}
		tn.give()
		if err := <-next; err != nil {
			t.Fatal(err)
		}
		tn.give()
		if err := tn.take(ctx); !errors.Is(err, context.Canceled) {
			t.Fatalf("an ended context took a free turn: %v", err)
		}
		if err := tn.take(t.Context()); err != nil {
			t.Fatal(err)
		}
	})
}
