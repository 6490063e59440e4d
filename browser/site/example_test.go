package site_test

import (
	"fmt"

	"github.com/holdfast-go/holdfast/browser/site"
)

// What a program allows and blocks holds for every spelling of an address.
func Example() {
	list, err := site.New([]string{"*.example.com", "localhost:8080"}, []string{"ads.example.com"})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, address := range []string{
		"https://EXAMPLE.com.:443/a",
		"http://ads%2Eexample.com/",
		"http://2130706433:8080/",
		"https://example.com@evil.test/",
		"javascript:alert(1)",
	} {
		v := list.Check(address)
		fmt.Println(v.Allowed, v.Reason, v.Address)
	}
	// Output:
	// true  https://example.com./a
	// false blocked http://ads.example.com/
	// false not_listed http://127.0.0.1:8080/
	// false credentials https://evil.test/
	// false scheme javascript:alert(1)
}
