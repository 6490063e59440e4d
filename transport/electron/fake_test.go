package electron_test

import (
	"bufio"
	"encoding/json"
	"fmt"
	"net"
	"os"
	"strings"
	"time"
)

// fakeVariable makes this test binary a window host that behaves badly, by name.
const fakeVariable = "HOLDFAST_FAKE_HOST"

// fakes are what a program may do in place of a window host. None returns but to
// end with status 0.
var fakes = map[string]func(){
	"ends at once": func() {
		fmt.Fprintln(os.Stderr, "electron: error while loading shared libraries: libnss3.so")
		os.Exit(127)
	},
	"says nothing": hang,
	"prints without end": func() {
		for garbage := strings.Repeat("x", 64<<10); ; {
			if _, err := os.Stdout.WriteString(garbage); err != nil {
				os.Exit(1)
			}
		}
	},
	"announces nonsense": func() { fmt.Println("HOLDFAST_ELECTRON nonsense"); hang() },
	"announces no port":  func() { fmt.Println(`HOLDFAST_ELECTRON {"port":0,"version":1}`); hang() },
	"speaks another wire": func() {
		fmt.Println(`HOLDFAST_ELECTRON {"port":9,"version":2}`)
		hang()
	},
	"listens nowhere": func() { fmt.Println(`HOLDFAST_ELECTRON {"port":1,"version":1}`); hang() },
	"is another server": func() {
		served(func(c net.Conn, in *bufio.Reader) { fmt.Fprint(c, "HTTP/1.1 400 Bad Request\r\n\r\n") })
	},
	"never says hello": func() { served(func(net.Conn, *bufio.Reader) {}) },
	"says hello without end": func() {
		served(func(c net.Conn, _ *bufio.Reader) { fmt.Fprint(c, strings.Repeat("x", 100<<10)) })
	},
	"hangs up": func() { served(func(c net.Conn, _ *bufio.Reader) { _ = c.Close() }) },
	"has a client": func() {
		served(func(c net.Conn, _ *bufio.Reader) {
			fmt.Fprintln(c, `{"error":{"kind":"refused","message":"this host has a client already"}}`)
		})
	},
	"starts slowly, with noise": func() {
		fmt.Print(strings.Repeat("noise", 30<<10), "\n")
		time.Sleep(200 * time.Millisecond) // slow is what it is to be
		greeted(func(c net.Conn, in *bufio.Reader) {
			answer(c, in, func(r asked) string { return `"result":{"tabs":[]}` })
		})
	},
	"reads nothing": func() { greeted(func(net.Conn, *bufio.Reader) {}) },
	"answers nothing": func() {
		greeted(func(c net.Conn, in *bufio.Reader) { answer(c, in, func(asked) string { return "" }) })
	},
	"says garbage": func() {
		greeted(func(c net.Conn, in *bufio.Reader) {
			answer(c, in, func(asked) string { fmt.Fprintln(c, "garbage"); return "" })
		})
	},
	"cuts the connection": func() {
		greeted(func(c net.Conn, in *bufio.Reader) {
			answer(c, in, func(asked) string { _ = c.Close(); hang(); return "" })
		})
	},
	"crashes": func() {
		greeted(func(c net.Conn, in *bufio.Reader) {
			answer(c, in, func(asked) string {
				fmt.Fprintln(os.Stderr, "holdfast: something is undefined")
				os.Exit(5)
				return ""
			})
		})
	},
	"floods": func() {
		greeted(func(c net.Conn, in *bufio.Reader) {
			out := bufio.NewWriter(c)
			for i := range 20_000 {
				fmt.Fprintf(out, `{"event":"tab_changed","tab":{"id":"t1","url":"http://a/%d","title":"T"}}`+"\n", i)
				fmt.Fprintf(out, `{"tab":"t9","message":{"method":"Network.dataReceived","params":{"n":%d}}}`+"\n", i)
				fmt.Fprintln(out, `{"event":"of another time","tab":{"id":"t1"}}`)
			}
			_ = out.Flush()
			answer(c, in, func(r asked) string { return `"result":{"tabs":[{"id":"t1","url":"about:blank","title":""}]}` })
		})
	},
	"has one stream": func() {
		greeted(func(c net.Conn, in *bufio.Reader) {
			attached := false
			answer(c, in, func(r asked) string {
				if was := attached; r.Op == "attach" && was {
					return `"error":{"kind":"refused","message":"the tab has a stream already"}`
				}
				attached = r.Op == "attach"
				return `"result":{}`
			})
		})
	},
	"refuses": func() {
		greeted(func(c net.Conn, in *bufio.Reader) {
			answer(c, in, func(r asked) string {
				return `"error":{"kind":"` + strings.TrimPrefix(r.Tab, "kind ") + `","message":"because"}`
			})
		})
	},
}

// asked is a request to a fake.
type asked struct {
	ID  int64  `json:"id"`
	Op  string `json:"op"`
	Tab string `json:"tab"`
}

// hang does nothing until it is killed.
func hang() { time.Sleep(time.Hour) }

// served announces a port and hands over who connects, and the token that they
// said.
func served(serve func(net.Conn, *bufio.Reader)) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		os.Exit(1)
	}
	fmt.Printf("HOLDFAST_ELECTRON {\"port\":%d,\"version\":1,\"pid\":%d}\n", l.Addr().(*net.TCPAddr).Port, os.Getpid())
	c, err := l.Accept()
	if err != nil {
		os.Exit(1)
	}
	in := bufio.NewReader(c)
	first, err := in.ReadString('\n')
	if err != nil || first != `{"token":"`+os.Getenv("HOLDFAST_ELECTRON_TOKEN")+"\"}\n" {
		fmt.Fprintf(os.Stderr, "the first line is %q, %v\n", first, err)
		os.Exit(1)
	}
	serve(c, in)
	hang()
}

// greeted is served with the hello said.
func greeted(serve func(net.Conn, *bufio.Reader)) {
	served(func(c net.Conn, in *bufio.Reader) {
		fmt.Fprintln(c, `{"hello":{"version":1,"electron":"0","chrome":"0","pid":1}}`)
		serve(c, in)
	})
}

// answer answers requests until the connection ends, which ends the program.
func answer(c net.Conn, in *bufio.Reader, with func(asked) string) {
	for {
		line, err := in.ReadBytes('\n')
		if err != nil {
			os.Exit(0)
		}
		var r asked
		if err := json.Unmarshal(line, &r); err != nil {
			os.Exit(1)
		}
		if a := with(r); a != "" {
			fmt.Fprintf(c, "{\"id\":%d,%s}\n", r.ID, a)
		}
	}
}
