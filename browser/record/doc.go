// Package record keeps what was done to pages as pictures: an animated GIF, or
// a folder of JPEGs with an index.
//
// A [Recorder] stands in front of a provider. Everything that uses the provider
// it gives (a program, a runner, the tools, MCP) is recorded, several pages at
// once. After each action it asks the page for a picture. The action does not
// wait for it: its result is told at once. The page's next action does, so that
// the picture shows what the first one left: for 1 s at most
// ([WithPictureTimeout]), then the picture is given up. One that fails is counted
// and nothing else happens.
//
// The picture shows the page after the action, with a pointer and a ring where
// the input went, and a caption. Where the action led to another document, the
// pointer is drawn on the picture before, and that of the new document follows:
// so a viewer sees both what was clicked and what came of it.
//
// Nothing secret is kept: password fields and named secrets are painted over as
// in every screenshot, and captions do not tell what was typed unless
// [WithTypedText] says so. Names that come from pages are cleaned and
// shortened. The captions' font has Latin, Greek and Cyrillic letters; an ellipsis is
// in the place of others, which the index of a folder has.
package record
