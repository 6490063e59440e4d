package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strconv"
)

// usage reads the memory of this process and of everything it has started.
func usage() (Usage, error) {
	parents, all := map[int]int{}, map[int]int64{}
	stats, err := filepath.Glob("/proc/[0-9]*/stat")
	if err != nil {
		return Usage{}, err
	}
	for _, path := range stats {
		data, err := os.ReadFile(path)
		if err != nil {
			continue // it has ended meanwhile
		}
		pid, err := strconv.Atoi(filepath.Base(filepath.Dir(path)))
		if err != nil {
			continue
		}
		// The name, in parentheses, may hold anything.
		fields := bytes.Fields(data[bytes.LastIndexByte(data, ')')+1:])
		if len(fields) < 22 {
			continue
		}
		parents[pid], _ = strconv.Atoi(string(fields[1]))
		pages, _ := strconv.ParseInt(string(fields[21]), 10, 64)
		all[pid] = pages * int64(os.Getpagesize())
	}
	self := os.Getpid()
	u := Usage{Worker: all[self]}
	for pid := range parents {
		for at, depth := parents[pid], 0; at > 1 && depth < 64; at, depth = parents[at], depth+1 {
			if at == self {
				u.Browser += all[pid]
				break
			}
		}
	}
	return u, nil
}
