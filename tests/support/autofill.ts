import { readHtml } from './visitor'

/**
 * WCAG 1.3.5: what a browser may fill in, by the names of all fields of the site and of the cabinet in which something is
 * typed or chosen from a list. `none` are those without a token, which no token of the criterion names.
 */
const tokensOf: Record<string, readonly string[]> = {
  login: ['username', 'username webauthn'],
  username: ['username'],
  email: ['email'],
  phone: ['tel'],
  password: ['current-password', 'new-password'],
  currentPassword: ['current-password'],
  passwordRepeat: ['new-password'],
  code: ['one-time-code'],
  stepUpCode: ['one-time-code'],
  fullName: ['name'],
  // Of the reader, or what a key or an app is called.
  name: ['name', 'off'],
  birthDate: ['bday'],
  country: ['country-name'],
  city: ['address-level2'],
}
const withoutToken = new Set([
  ...['account', 'amount', 'by', 'coin', 'currency', 'days', 'documentNumber', 'from', 'group', 'instagram'],
  ...[
    'level',
    'maritalStatus',
    'message',
    'outcome',
    'phrase',
    'plan',
    'reason',
    'search',
    'sort',
    'sortDir',
  ],
  ...['status', 'telegram', 'to', 'type', 'unit', 'vk', 'wallet', 'wallets[0].address', 'q'],
])

/** Fields of a page whose token is another than their name needs, and fields that have no place in the table yet. */
export function wrongTokens(html: string): string[] {
  const fields = readHtml(html)('form :is(input, textarea, select)[name]').toArray()
  return fields.flatMap(({ attribs: { name = '', type = '', autocomplete = 'none' } }) => {
    if (/^(checkbox|radio|file|hidden|submit)$/.test(type)) return []
    const isRight = withoutToken.has(name.replace(/\d+/, '0'))
      ? /^(none|off)$/.test(autocomplete)
      : tokensOf[name]?.includes(autocomplete)
    return isRight ? [] : [`the field ${name} is filled in as ${autocomplete}`]
  })
}
