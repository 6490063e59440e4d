package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strconv"
)

// usage reads the memory of this process and of everything it has started.
func usage() (Usage, error) {
	paths, err := filepath.Glob("/proc/[0-9]*")
	if err != nil {
		return Usage{}, err
	}
	parents := map[int]int{}
	for _, path := range paths {
		pid, err := strconv.Atoi(filepath.Base(path))
		if err != nil {
			continue
		}
		if parent, ok := parentOf(path); ok {
			parents[pid] = parent
		}
	}
	self := os.Getpid()
	resident, _ := pagesOf(self)
	u := Usage{Worker: resident}
	var largest int64
	for pid := range parents {
		if !below(parents, pid, self) {
			continue
		}
		resident, shared := pagesOf(pid)
		u.Browser += resident - shared
		largest = max(largest, shared)
	}
	u.Browser += largest
	return u, nil
}

// parentOf reads who has started a process; false: it has ended meanwhile.
func parentOf(proc string) (int, bool) {
	data, err := os.ReadFile(filepath.Join(proc, "stat"))
	if err != nil {
		return 0, false
	}
	// The name, in parentheses, may hold anything.
	fields := bytes.Fields(data[bytes.LastIndexByte(data, ')')+1:])
	if len(fields) < 2 {
		return 0, false
	}
	parent, err := strconv.Atoi(string(fields[1]))
	return parent, err == nil
}

// below reports whether a process was started by another one, or by one that was.
func below(parents map[int]int, pid, above int) bool {
	const deep = 64
	for range deep {
		if pid = parents[pid]; pid == above || pid <= 1 {
			break
		}
	}
	return pid == above
}

// pagesOf reads how many bytes of a process are resident, and how many of these
// are of files and of memory that it shares. They are 0 when it has ended.
func pagesOf(pid int) (resident, shared int64) {
	data, err := os.ReadFile(filepath.Join("/proc", strconv.Itoa(pid), "statm"))
	if err != nil {
		return 0, 0
	}
	fields := bytes.Fields(data)
	if len(fields) < 3 {
		return 0, 0
	}
	resident, _ = strconv.ParseInt(string(fields[1]), 10, 64)
	shared, _ = strconv.ParseInt(string(fields[2]), 10, 64)
	size := int64(os.Getpagesize())
	return resident * size, shared * size
}
