// Command sizing measures what page sessions cost, and prints the tables of
// docs/sizing.md:
//
//	go run ./internal/sizing pages    memory of a page, in the program and in Chrome, by the size of the page
//	go run ./internal/sizing chrome   memory of Chrome by the number of pages, of one site and of many
//	go run ./internal/sizing steps    processor time of a step, in the program and in Chrome
//	go run ./internal/sizing crowd    1,000 pages of one provider, played from a recording without a browser
//	go run ./internal/sizing replays  many providers of one page each, played the same way
//
// -h after any of them lists its flags. Processor time and memory of processes
// are read from /proc, so that all but the last two need Linux.
package main
