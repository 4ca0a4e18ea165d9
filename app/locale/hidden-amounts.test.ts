import { expect, test } from 'vitest'
import { withHiddenAmounts } from './hidden-amounts'
import { createServerI18n } from './texts.server'

const { ru } = createServerI18n('Europe/Vilnius')
const hidden = withHiddenAmounts(ru)

test('a hidden amount has no digit and no currency, as one text or in parts', () => {
  expect(hidden.amount('-1234.56', 'USDT')).toBe('••••\u00a0USDT')
  expect(hidden.amountInShort('20000')).toBe('••••')
  expect(hidden.amountParts('-1234.56', 'BTC', { exact: true })).toEqual({
    sign: '',
    integer: '••••',
    separator: '',
    fraction: '',
    currency: 'BTC',
  })
})

test('other text stays as it is', () => {
  expect(hidden.percent('3.33')).toBe(ru.percent('3.33'))
  expect(hidden.t('common:account.balance')).toBe('Баланс')
})
