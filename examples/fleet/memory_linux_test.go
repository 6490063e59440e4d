package main

import (
	"os"
	"testing"

	"github.com/holdfast-go/holdfast/internal/testbrowser"
)

func TestUsage(t *testing.T) {
	host := testbrowser.Host(t)
	u, err := usage()
	if err != nil {
		t.Fatal(err)
	}
	main, _ := pagesOf(host.PID())
	if u.Worker < 5<<20 || u.Browser < main/2 || u.Browser > 8<<30 || u.Total() != u.Worker+u.Browser {
		t.Errorf("this process has %d bytes, its browser %d, its main process alone %d", u.Worker, u.Browser, main)
	}
	parents := map[int]int{2: 1, 3: 2, 4: 3, 9: 8}
	if !below(parents, 4, 2) || below(parents, 2, 4) || below(parents, 9, 2) || below(parents, 2, 2) {
		t.Error("only 3 and 4 are below 2")
	}
	if resident, shared := pagesOf(-1); resident != 0 || shared != 0 {
		t.Error("what is not there takes nothing")
	}
	if parent, ok := parentOf("/proc/self"); !ok || parent != os.Getppid() {
		t.Errorf("this process was started by %d", parent)
	}
}
