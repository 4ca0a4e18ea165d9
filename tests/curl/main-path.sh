#!/usr/bin/env bash
# The main path by curl alone, as a text browser or a script of your own would walk it: every form is read from its page
# and sent to its own address with its hidden fields, and every figure is compared with one worked out by hand.
#
#   tests/curl/main-path.sh [address of a running demonstration, http://localhost:3000 unless told]
#
# It registers an investor of its own and moves the demonstration's clock on by 100 days.
set -euo pipefail

. "$(dirname "$0")/browser.sh"

# --- the path --------------------------------------------------------------------------------------------------

login=curl-$(date +%s)-$RANDOM
phone=+3706$(printf '%07d' $((RANDOM * 300 % 10000000)))
password=Low-tide-at-7
wallet=TXjk6KC9Pn1RJALkEAgEXZHn9pBkDyjKCQ   # made from a fixed text; nobody's

step 'English, please'
visit /login
submit 'action="/language"' lng=en

step "Registers as $login, invited by investor"
visit /register/investor
shows 'investor invited you'
submit 'name="passwordRepeat"' "login=$login" "email=$login@example.org" "phone=$phone" \
  "password=$password" "passwordRepeat=$password"
shows 'Registration successful' 000000

step 'Confirms the phone'
submit 'name="code"' code=000000
shows 'Verification successful'

step 'Asks for a top-up of 700 USDT'
visit /cabinet/top-up
submit 'name="amount"' system=usdt-trc20 amount=700
shows Pending
states 'Exact amount' '700.00 USDT' Requested '700.00 USDT'

step 'Plays the transfer'
submit '/pay"'
shows 'Topped up successfully'
states Requested '700.00 USDT' Credited '700.00 USDT'
visit /cabinet
states Balance '700.00 USDT' 'In deposits' '0.00 USDT'

step 'Opens a deposit of 300 on Breeze, after the review page'
visit /cabinet/deposits/new
submit 'name="amount"' planId=breeze currency=USDT amount=300
states Plan Breeze Amount '300.00 USDT' 'Income a day' '3.33 USDT' \
  'Income of the first term, 50 days' '166.50 USDT' 'Free balance after opening' '400.00 USDT'
submit 'name="submission"'
shows 'Deposit created' 'In progress'
states Amount '300.00 USDT' 'Credited to your balance' '0.00 USDT' 'Next income' '3.33 USDT'
deposit=${at#"$base"}
visit /cabinet
states Balance '400.00 USDT' 'In deposits' '300.00 USDT'

# clock DAYS BALANCE ACCRUED: moves the clock on, then looks at both accounts and at the deposit.
clock() {
  step "Moves the clock on by $1 days"
  visit /demo/clock
  submit 'id="clock-days"' "days=$1"
  # A slow machine answers with a page that asks again by itself (its header Refresh) until the clock is moved.
  for _ in {1..100}; do [[ $at == *'until='* ]] || break; sleep 2; request "$at"; done
  visit /cabinet
  states Balance "$2 USDT" 'In deposits' '300.00 USDT'
  visit "$deposit"
  states Amount '300.00 USDT' 'Credited to your balance' "$3 USDT" 'Closing pays back' '300.00 USDT'
}

# closable yes|no: whether the page in hand, the deposit's, leads to closing it.
closable() {
  case $1 in
    yes) grep -qF "href=\"$deposit/close\"" "$page" || fail 'does not lead to closing it' ;;
    no) ! grep -qF "href=\"$deposit/close\"" "$page" || fail 'leads to closing it too early' ;;
  esac
}

# 300 × 1.11 % = 3.33 a day for 50 days, then 6.66 a day for 50 more.
clock 1 403.33 3.33         # 400 + 3.33
states 'Next income' '3.33 USDT'
closable no
clock 49 566.50 166.50      # 400 + 50 × 3.33
states 'Next income' '6.66 USDT' 'Remaining until the end of the term' '333.00 USDT'
closable yes
clock 1 573.16 173.16       # + 6.66
states 'Next income' '6.66 USDT'
clock 49 899.50 499.50      # 400 + 50 × 3.33 + 50 × 6.66
shows 'Awaiting completion'

step 'Closes it, after the page that asks'
visit "$deposit/close"
states Plan Breeze Amount '300.00 USDT' Currency USDT \
  'Goes back to your balance' '300.00 USDT' 'Already accrued and credited' '499.50 USDT'
submit 'name="submission"'
shows 'Deposit closed' '300.00 USDT went back to your balance'
states 'Credited to your balance' '499.50 USDT'
visit /cabinet
states Balance '1,199.50 USDT' 'In deposits' '0.00 USDT'   # 899.50 + 300

step 'Withdraws 200 to a wallet, after the review page'
visit '/cabinet/withdrawals/new?system=usdt-trc20'
submit 'name="wallet"' system=usdt-trc20 amount=200 "wallet=$wallet"
states Amount '200.00 USDT' Fee '1.00 USDT' Arrives '199.00 USDT' 'Free balance after it' '999.50 USDT'
submit 'name="submission"'
shows 'Confirm the withdrawal with your password'
submit 'name="submission"' "currentPassword=$password"
shows 'Code from the SMS'
submit 'name="submission"' stepUpCode=000000
shows Pending 'Request created, awaiting processing by an administrator. Due by'
states Amount '200.00 USDT' Fee '1.00 USDT' Arrives '199.00 USDT'
asked=$(moments | head -n 1) due=$(moments | tail -n 1)
[ $(($(date -d "$due" +%s) - $(date -d "$asked" +%s))) = $((96 * 3600)) ] || fail "is not due in 96 hours: $asked, $due"

step 'Plays the administrator'
submit 'value="complete"' decision=complete
shows 'Request completed, expect the funds in your wallet'
visit /cabinet
states Balance '999.50 USDT'   # 1,199.50 − 200

printf 'The main path holds, by curl alone.\n'
