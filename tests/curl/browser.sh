# A browser made of curl, for scripts that walk the product as a text browser would: one page in hand, one jar of cookies.
# Sourced by a script whose first argument is the address of a running demonstration.

base=${1:-http://localhost:3000}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
page=$work/page.html
forms=$work/forms
at=                                    # the address of the page in hand

# --- the browser: one page in hand, one jar of cookies ---------------------------------------------------------

# request ARGS…: takes the answer as the page in hand, following redirects as a browser does.
request() {
  local told
  told=$(curl -sS -L --max-time 60 -b "$work/jar" -c "$work/jar" -o "$page" -w '%{http_code} %{url_effective}' "$@")
  # A text browser is led to an address that it has not opened yet; the mark says nothing of the page.
  at=$(sed -E 's/[?&]changed=[[:alnum:]_-]+$//' <<<"${told#* }")
  [ "${told%% *}" = "${wanted_status:-200}" ] || fail "answered ${told%% *}"
}

visit() { request "$base$1"; }

# form MARK: the one form of the page in hand that has MARK in it, an attribute a line.
form() {
  tr '\n' ' ' <"$page" | sed 's/<form/\n<form/g; s#</form>#</form>\n#g' | grep '^<form' | grep -F -- "$1" >"$forms" ||
    fail "has no form with: $1"
  [ "$(wc -l <"$forms")" = 1 ] || fail "has more than one form with: $1"
}

# attribute NAME: the value of an attribute of the tag on standard input, its entities undone.
attribute() {
  sed -nE "s/.*[[:space:]]$1=\"([^\"]*)\".*/\1/p" |
    sed "s/&quot;/\"/g; s/&#x27;/'/g; s/&lt;/</g; s/&gt;/>/g; s/&amp;/\&/g"
}

# submit MARK [name=value…]: fills in and sends the form that has MARK in it.
submit() {
  local mark=$1 fields=() tag action
  shift
  form "$mark"
  action=$(grep -oE '^<form[^>]*>' "$forms" | attribute action)
  while read -r tag; do
    fields+=(--data-urlencode "$(attribute name <<<"$tag")=$(attribute value <<<"$tag")")
  done < <(grep -oE '<input[^>]*>' "$forms" | grep 'type="hidden"')
  for field in "$@"; do fields+=(--data-urlencode "$field"); done
  case $action in
    '') request "${fields[@]}" "$at" ;;
    /*) request "${fields[@]}" "$base$action" ;;
    *) request "${fields[@]}" "${at%%\?*}" ;;
  esac
}

# words: what a reader sees of the HTML on standard input, line by line.
words() {
  sed -E 's#<(script|style|template)[^>]*>[^<]*</(script|style|template)>##g; s#<!--[^>]*-->##g' |
    sed -E 's#</?(span|strong|b|small|bdi|abbr)( [^>]*)?>##g; s#<[^>]*># #g' |
    sed "s/&#x27;/'/g; s/&quot;/\"/g; s/&amp;/\&/g; s/\xc2\xa0/ /g; s/  */ /g"
}

# text: what a reader sees of the page in hand.
text() { tr '\n' ' ' <"$page" | words; }

# facts: the page in hand's terms with their values, a tab between them, one of each a line.
facts() { tr '\n' ' ' <"$page" | sed 's/<dt/\n<dt/g; s#</dd>#</dd>\n#g' | grep '^<dt' | sed 's#</dt>#\t#' | words; }

# shows TEXT…: each stands on the page in hand, a figure as a whole one (3.33 is not in 403.33).
shows() {
  local wanted
  for wanted in "$@"; do
    text | grep -qP "(?<![\d.,])\Q$wanted\E(?!\d)" || fail "does not show: $wanted"
  done
  printf '  %-36s %s\n' "${at#"$base"}" "$*"
}

# states TERM VALUE…: the page in hand gives each of these values at its own term, wherever it names that term.
states() {
  local told
  printf '  %s\n' "${at#"$base"}"
  while [ $# -gt 0 ]; do
    told=$(facts | grep -P "^ *\Q$1\E *\t") || fail "has no term: $1"
    ! grep -vP "\t *\Q$2\E(?!\d)" <<<"$told" >/dev/null || fail "does not state $2 as: $1"
    printf '    %-34s %s\n' "$1" "$2"
    shift 2
  done
}

# moments: the times on the page in hand, earliest first.
moments() { grep -oE 'datetime="[^"]+"' "$page" -i | sed -E 's/.*="([^"]+)"/\1/' | sort -u; }

fail() {
  printf 'FAILED: %s %s\n' "${at#"$base"}" "$*" >&2
  text >&2
  exit 1
}

step() { printf '%s\n' "$*"; }
