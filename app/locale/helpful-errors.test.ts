import { expect, test } from 'vitest'
import { languages } from '~/contract/languages'
import { listTexts } from './compile'
import { allTexts } from './texts.server'

/**
 * WCAG 3.3.3: an error about what was entered says how to mend it. Each code is in exactly one of these tables, so a new
 * one has to be put where it belongs.
 */

/** The text itself names a bound, an allowed value, an example or the next action. */
const byText = [
  ...['amount_negative', 'amount_below_min', 'amount_above_max', 'amount_invalid', 'amount_ambiguous'],
  ...['amount_exponent', 'amount_sign', 'amount_digits', 'amount_decimals', 'days_out_of_range'],
  ...['login_invalid', 'phone_unreachable', 'birth_date_future', 'date_invalid', 'dates_swapped'],
  ...['same_currency', 'mail_phrase_invalid', 'phrase_is_password', 'link_invalid', 'too_long', 'too_large'],
  ...[
    'wallet_twice',
    'wallet_required',
    'wallet_not_listed',
    'wallet_resting',
    'given_twice',
    'code_expired',
  ],
  ...[
    'factor_code_invalid',
    'step_up_code_invalid',
    'factor_name_required',
    'factor_limit',
    'passkey_invalid',
  ],
  ...['passkey_needs_script', 'too_many_views', 'required', 'email_required', 'system_required'],
  ...['login_required', 'phone_required', 'phone_or_email_required', 'password_required', 'code_required'],
  ...['password_repeat_required', 'amount_required', 'plan_required', 'currency_required', 'option_required'],
  ...['marital_status_required', 'document_number_required', 'name_required', 'message_required'],
  ...['file_required', 'refill_required', 'deposit_required', 'verification_required', 'rate_expired'],
  ...['step_up_required', 'password_not_set', 'upload_quota'],
] as const

/** The text is fixed, and a hint at each of its fields (`aria-describedby`) says how. */
const byHint = {
  password_too_simple: ['common:form.password.hint'],
  email_invalid: [
    'auth:register.emailHint',
    'site:subscribe.emailHint',
    'site:contacts.emailHint',
    'site:vacancies.emailHint',
  ],
  phone_invalid: ['auth:register.phoneHint', 'settings:profile.phoneHint', 'site:vacancies.phoneHint'],
  phone_or_email_invalid: ['auth:login.loginHint'],
  unsupported_file: [
    'settings:verification.kinds',
    'site:vacancies.resumeHint',
    'batches:transfers.fileHint',
  ],
  wallet_invalid: ['refusals:address.tron', 'refusals:address.bitcoin', 'refusals:address.ethereum'],
  // An operator reads it in the currency that is chosen.
  insufficient_funds: ['common:form.whole', 'exchange:subscription.free', 'investors:correct.free'],
} as const

/** Another value is needed, and only the reader can know it, or naming it would help a stranger. */
const readersOwn = [
  ...['invalid_credentials', 'password_wrong', 'passwords_mismatch', 'code_invalid', 'inviter_unknown'],
  ...['login_taken', 'email_taken', 'phone_taken', 'passkey_known', 'address_known', 'transfer_known'],
] as const

/** What may be chosen stands in the form itself. */
const chosenFromList = ['plan_unavailable', 'coin_unavailable', 'option_unavailable', 'decision_invalid']

/** The upstream names no reason. */
const withoutReason = ['validation', 'invalid']

/** Not about what was entered: the state of the account, of a case, of the form or of the service. */
const ofState = [
  ...['unauthorized', 'forbidden', 'phone_unconfirmed', 'account_suspended', 'not_found', 'internal'],
  ...['too_many_requests', 'too_many_requests_until', 'network_quota', 'not_implemented', 'timeout'],
  ...['idempotency_key_required', 'in_progress', 'idempotency_mismatch', 'store_unavailable'],
  ...['store_unavailable_unsure', 'storage_full', 'form_foreign', 'form_stale', 'form_expired'],
  ...['second_factor_required', 'factor_challenge_expired', 'factors_changed', 'factor_required'],
  ...['password_reset_required', 'code_not_sent', 'link_expired', 'telegram_invalid', 'telegram_unavailable'],
  ...[
    'deposit_not_closable',
    'payment_not_cancellable',
    'already_decided',
    'last_admin',
    'changed_meanwhile',
  ],
  ...['case_taken', 'payment_batched', 'batch_downloaded', 'batch_changed', 'own_proposal', 'proposal_open'],
  ...[
    'approver_not_independent',
    'proposal_expired',
    'proposal_outdated',
    'withdrawals_resting',
    'payment_resting',
  ],
  ...[
    'withdrawals_frozen',
    'withdrawals_stopped',
    'already_verified',
    'account_not_empty',
    'substance_required',
  ],
] as const

const textsIn: Record<string, Record<string, string>> = Object.fromEntries(
  languages.map((language) => [language, Object.fromEntries(listTexts(allTexts[language]))]),
)

/** A figure, a kind of file, an example or a value of the form. */
const figure = /\d|\{\w+\}|@|JPEG|CSV/

/** What to do, or what the value has to be in relation to another. */
const action = {
  en: /\b(write|enter|choose|type|give|use|confirm|remove|fill|specify|please|sign out|send|leave|save|top up|open|verify|request|check|shorten|future|later than|less than)\b/i,
  ru: /(напишите|введите|укажите|выберите|запишите|пишите|дайте|используйте|подтвердите|удалите|уберите|заполните|отправьте|оставьте|сохраните|пополните|откройте|пройдите|запросите|проверьте|сократите|выйдите|будущем|позже|меньше|придумайте|пополните)/i,
}

const ownText = (language: 'ru' | 'en', code: string) =>
  ['', '_one', '_other']
    .flatMap((form) =>
      ['refusals', 'errors'].map((file) => textsIn[language]?.[`${file}:code.${code}${form}`]),
    )
    .find((text) => text !== undefined) ?? ''

test.each(languages.flatMap((language) => byText.map((code) => [language, code] as const)))(
  'in %s, the text of %s says how to mend it',
  (language, code) => {
    const text = ownText(language, code)
    expect(figure.test(text) || action[language].test(text), text).toBe(true)
  },
)

test.each(languages.flatMap((language) => Object.keys(byHint).map((code) => [language, code] as const)))(
  'in %s, what stands at the fields of %s says how to mend it',
  (language, code) => {
    for (const key of byHint[code as keyof typeof byHint]) {
      const text = textsIn[language]?.[key] ?? ''
      expect(figure.test(text), `${key}: ${text}`).toBe(true)
    }
  },
)

test('every error code has its place, and one only', () => {
  const codes = Object.keys(textsIn['en'] ?? {})
    .flatMap((key) => /^(?:refusals|errors):code\.(.+?)(?:_one|_other)?$/.exec(key)?.[1] ?? [])
    .sort()
  const placed = [
    ...[byText, Object.keys(byHint), readersOwn, chosenFromList, withoutReason, ofState].flat(),
  ].sort()
  expect(placed).toEqual([...new Set(codes)].sort())
})
