package dom

import (
	"context"
	"errors"
)

// readPart reads the world's frame and what scripts reach from there, with the
// source where one is given. in is the frame of a world inside of the reader's.
func (w *world) readPart(ctx context.Context, args readArgs, in *inner) (*part, error) {
	if args.source != nil {
		read, err := w.readWith(ctx, args)
		if err != nil {
			return nil, err
		}
		p := &part{tree: read.Tree, frames: make([]packedFrame, len(read.Tree.Frames)), in: in}
		for i, f := range read.Foreign {
			if i >= 0 && i < len(p.frames) {
				p.frames[i] = f.frame
			}
		}
		return p, nil
	}
	page, err := w.read(ctx, args)
	if err != nil {
		return nil, err
	}
	tree, err := page.page.tree(page.frame, page.loader, args.scan)
	if err != nil {
		return nil, err
	}
	return &part{tree: tree, frames: page.page.Frames, in: in}, nil
}

// pageRead is the reply of a read and the document that gave it.
type pageRead struct {
	page          *packedPage
	frame, loader string
}

// mostReads bounds the reads that one Read makes: of a page that navigates
// meanwhile, and of one whose closed roots or listeners come to be known.
const mostReads = 6

// read reads the world's frame and what scripts reach from there.
func (w *world) read(ctx context.Context, args readArgs) (*pageRead, error) {
	for attempt := 1; ; attempt++ {
		heard := func() bool { return false }
		if args.listeners {
			heard = w.hear(ctx)
		}
		var reply readReply
		err := w.call(ctx, "read", args, &reply)
		news := heard()
		if err != nil {
			return nil, err
		}
		page := &reply.Result.Value.page
		frame, nonce, loader := w.document()
		w.holding.note(page)
		switch {
		case nonce != page.Nonce:
			// Another call has followed the frame to its next document meanwhile.
			if attempt == mostReads {
				return nil, errors.New("dom: the page navigates too fast to be read")
			}
			continue
		case page.Refused != nil:
			return nil, page.Refused.err()
		case attempt == mostReads:
			return &pageRead{page, frame, loader}, nil
		case args.listeners && !w.hears():
			continue // the document came after they were asked for
		}
		if page.Suspects > 0 {
			opened, err := w.openClosed(ctx)
			if err != nil && !errors.Is(err, errLeft) {
				return nil, err
			}
			news = news || opened || err != nil
		}
		if !news {
			return &pageRead{page, frame, loader}, nil
		}
	}
}
