// Package child starts programs with many processes and ends them whole: their
// life as hosts see it ([Life]), the process tree ([Tree]), its temporary folder
// ([Folder]), and the end of what it printed, for the error that says why it
// ended ([Output]).
package child

// SandboxRefused reports whether Chrome, and what is built on it, would refuse
// to start with its sandbox: on Linux it does as root.
func SandboxRefused(goos string, euid int) bool { return goos == "linux" && euid == 0 }
