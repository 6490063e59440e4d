package marks

// Contrast is for tests of what labels look like.
var Contrast = contrast
