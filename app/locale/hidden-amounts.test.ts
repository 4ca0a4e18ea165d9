import { expect, test } from 'vitest'
import { withHiddenAmounts } from './hidden-amounts'
import { createServerI18n } from './texts.server'

const { ru } = createServerI18n('Europe/Vilnius')
const hidden = withHiddenAmounts(ru)

test('an amount has no digit and no sign left, in a text or in parts', () => {
  expect(hidden.amount('-1234.56', 'USDT')).toBe('••••\u00a0USDT')
  expect(hidden.amountParts('-1234.56', 'BTC', { exact: true })).toEqual({
    sign: '',
    integer: '••••',
    separator: '',
    fraction: '',
    currency: 'BTC',
  })
})

test('what is no amount is said as before', () => {
  expect(hidden.percent('3.33')).toBe(ru.percent('3.33'))
  expect(hidden.t('common:account.balance')).toBe('Баланс')
})
