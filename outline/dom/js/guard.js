// guard: see below.
h => {
}
