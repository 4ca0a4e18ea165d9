#!/usr/bin/env bash
# An authenticator app and recovery codes by curl alone. The codes are worked out here, by openssl.
#
#   tests/curl/second-factor.sh [address of a running demonstration, http://localhost:3000 unless told]
#
# It registers an investor of its own.
set -euo pipefail
. "$(dirname "$0")/browser.sh"

# code STEP: the code of a time step of half a minute (RFC 6238).
code() {
  local key counter mac at
  key=$(printf %s "$secret" | base32 -d | od -An -v -tx1 | tr -d ' \n')
  counter=$(printf '%016x' "$1" | sed 's/../\\x&/g')
  mac=$(printf "$counter" | openssl dgst -sha1 -mac HMAC -macopt "hexkey:$key" -binary | od -An -v -tx1 | tr -d ' \n')
  at=$((16#${mac:39:1} * 2))
  printf '%06d' $(((16#${mac:at:8} & 0x7fffffff) % 1000000))
}

# wrong: a code that is none of the steps near this one.
wrong() {
  local one
  for one in 111111 222222 333333 444444 555555 666666; do
    for near in -2 -1 0 1 2 3; do [ "$(code $((now + near)))" != "$one" ] || continue 2; done
    printf %s "$one"
    return
  done
}

# another: begins in a browser that the account has never been used with, in English.
another() {
  rm -f "$work/jar"
  visit /login
  submit 'action="/language"' lng=en
}

# begin: the first half of a sign-in, which ends at the question for a code.
begin() {
  another
  submit 'name="password"' "login=$login" "password=$password"
  [ "${at#"$base"}" = /login/second-factor ] || fail 'does not ask for a code'
}

# refused CODE: it is typed, and not taken.
refused() {
  wanted_status=422 submit 'name="code"' "code=$1"
  shows "$2"
}

login=curl-$(date +%s)-$RANDOM
phone=+3706$(printf '%07d' $((RANDOM * 300 % 10000000)))
password=Low-tide-at-7

step "Registers as $login"
another
visit /register
submit 'name="passwordRepeat"' "login=$login" "email=$login@example.org" "phone=$phone" \
  "password=$password" "passwordRepeat=$password"
submit 'name="code"' code=000000
shows 'Verification successful'

step 'Sets up an authenticator app, after the password and the code that is sent'
visit /cabinet/settings/security/totp
submit 'name="name"' name=Phone
submit 'name="name"' name=Phone "currentPassword=$password"
submit 'name="name"' name=Phone stepUpCode=000000
secret=$(grep -oE '<input[^>]*name="secret"[^>]*>' "$page" | attribute value)
[ ${#secret} = 32 ] || fail 'shows no secret'
now=$(($(date +%s) / 30))
refused "$(wrong)" 'The code is wrong or was used already'
submit 'name="code"' "code=$(code "$now")"
mapfile -t recovery < <(text | grep -oE '\b[0-9a-z]{5}-[0-9a-z]{5}\b')
[ ${#recovery[@]} = 10 ] || fail "shows ${#recovery[@]} recovery codes"

step 'Signs in on another device: a wrong code, then one of a phone that is half a minute ahead'
begin
refused "$(wrong)" 'The code is wrong or was used already'
early=$(code $((now + 1)))
submit 'name="code"' "code=$early"
[ "${at#"$base"}" = /cabinet ] || fail 'does not lead to the cabinet'

step 'A code is good once'
begin
refused "$early" 'The code is wrong or was used already'

step 'The phone is lost: a recovery code, once'
submit 'name="code"' "code=${recovery[0]}"
[ "${at#"$base"}" = /cabinet ] || fail 'does not lead to the cabinet'
visit /cabinet/settings/security
shows 'You have 9 recovery codes left.'
begin
refused "${recovery[0]}" 'The code is wrong or was used already'

step 'Five wrong codes, then a wait'
for _ in 1 2 3 4; do refused "$(wrong)" 'The code is wrong or was used already'; done
wanted_status=429 submit 'name="code"' "code=${recovery[1]}"

printf 'The second factor holds, by curl alone.\n'
