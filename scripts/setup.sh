#!/bin/sh
# Sees to it that what is named is on this machine:
#
#   sh scripts/setup.sh go browser cc make node npm
#
# go        the Go tool; it is never installed by this script
# browser   a Chrome or Chromium that starts
# cc        a C compiler, for the race detector
# make      make itself, for CI
# node      Node 18 or newer, for the tests of the Electron transport
# npm       npm, for the test against a model server that others wrote; CI only
#
# What is missing is installed by apt on Debian, as root or with sudo. On other
# systems, and when that fails, it says what to install and exits with 1.
set -eu

say() { printf 'setup: %s\n' "$*" >&2; }

die() {
	say "$*"
	exit 1
}

# The names and places where package transport/chrome looks (find.go), in its
# order: what is found here is what it will start.
browser_names='google-chrome google-chrome-stable chromium chromium-browser chrome
microsoft-edge microsoft-edge-stable brave-browser brave-browser-stable'
browser_places='/opt/google/chrome/chrome /opt/google/chrome/google-chrome
/usr/bin/google-chrome /usr/bin/google-chrome-stable /usr/bin/chromium
/usr/bin/chromium-browser /usr/lib/chromium/chromium /snap/bin/chromium
/opt/microsoft/msedge/msedge /opt/brave.com/brave/brave /snap/bin/brave'

find_browser() {
	for candidate in $browser_names $browser_places; do
		if command -v "$candidate" 2>/dev/null; then
			return 0
		fi
	done
	return 1
}

is_debian() {
	[ -r /etc/os-release ] || return 1
	(
		# shellcheck disable=SC1091 # every Debian has it
		. /etc/os-release
		[ "${ID:-}" = debian ]
	) && command -v apt-get >/dev/null
}

# as_root runs a command as root, where this user may. Without a terminal sudo
# must not ask for a password: nobody would answer.
as_root() {
	if [ "$(id -u)" = 0 ]; then
		"$@"
	elif [ -t 0 ]; then
		sudo "$@"
	else
		sudo -n "$@"
	fi
}

apt_lists=old

# apt installs Debian packages. Everything that it prints goes to standard
# error, so that a program's own output stays what it is.
apt() {
	is_debian || return 1
	if ! as_root true 2>/dev/null; then
		say "this user is not root and may not use sudo, so nothing can be installed"
		return 1
	fi
	say "installing $* by apt"
	if [ "$apt_lists" = old ]; then
		# Old lists name package versions that the mirrors no longer have. A
		# failure here may be one mirror among many; the installation decides.
		as_root apt-get -q update >&2 || say "apt-get update failed; going on with the lists that are there"
		apt_lists=new
	fi
	as_root env DEBIAN_FRONTEND=noninteractive \
		apt-get -q -y -o DPkg::Lock::Timeout=300 --no-install-recommends install "$@" >&2
}

need_go() {
	command -v go >/dev/null && return 0
	die "the Go tool is missing. Install Go 1.26 or newer from the Go project's download page and put it into PATH."
}

need_browser() {
	if ! path=$(find_browser); then
		# The sandbox program lets Chromium start for users other than root on
		# kernels that keep them from making namespaces.
		apt chromium chromium-sandbox ||
			die "no Chrome or Chromium was found. Install Google Chrome or Chromium (Debian, as root: apt-get install chromium) so that one of these is in PATH: $browser_names."
		path=$(find_browser) || die "Chromium was installed and still is not found"
	fi
	"$path" --version >/dev/null 2>&1 </dev/null ||
		die "$path is there and does not run ('$path --version' fails). Mend or remove it, or put another Chrome or Chromium before it in PATH."
}

need_cc() {
	for candidate in ${CC:-cc gcc clang}; do
		command -v "$candidate" >/dev/null && return 0
	done
	apt gcc libc6-dev ||
		die "no C compiler was found, and the race detector needs one. Install gcc or clang (Debian, as root: apt-get install gcc libc6-dev)."
}

need_make() {
	command -v make >/dev/null && return 0
	apt make || die "make is missing. Install it (Debian, as root: apt-get install make)."
}

# The oldest Node is the one of internal/testelectron.
need_node() {
	command -v node >/dev/null || apt nodejs ||
		die "Node is missing. Install Node 18 or newer (Debian, as root: apt-get install nodejs)."
	node -e 'process.exit(parseInt(process.versions.node) < 18 ? 1 : 0)' ||
		die "$(command -v node) is $(node --version); Node 18 or newer is needed. Put another one before it in PATH."
}

need_npm() {
	need_node
	command -v npm >/dev/null || apt npm ||
		die "npm is missing. Install it (Debian, as root: apt-get install npm)."
}

for need in "$@"; do
	case $need in
	go) need_go ;;
	browser) need_browser ;;
	cc) need_cc ;;
	make) need_make ;;
	node) need_node ;;
	npm) need_npm ;;
	*) die "nothing is known of '$need'; known are go, browser, cc, make, node, npm" ;;
	esac
done
