package secret_test

import (
	"errors"
	"fmt"

	"github.com/holdfast-go/holdfast/browser/secret"
)

// An agent writes the placeholder. The value is for documents of its sites only,
// and stands as the placeholder wherever it comes up again.
func Example() {
	store, err := secret.New(secret.Secret{Name: "shop", Value: "kelp & cove 42", Sites: []string{"*.shop.example"}})
	if err != nil {
		fmt.Println(err)
		return
	}
	text, err := store.Reveal("my word is {{secret:shop}}", "https://www.shop.example/login")
	fmt.Println(len(text), err)

	_, err = store.Reveal("{{secret:shop}}", "https://evil.example/")
	refused, ok := errors.AsType[*secret.Error](err)
	fmt.Println(ok, refused.Problem, err)

	fmt.Println(store.Mask(`Hello KELP &amp; COVE 42!`))
	// Output:
	// 25 <nil>
	// true wrong_site secret: shop is bound to *.shop.example, not to "https://evil.example/"
	// Hello {{secret:shop}}!
}
