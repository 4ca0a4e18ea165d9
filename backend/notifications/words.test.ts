import { expect, it } from 'vitest'
import { type Language } from '~/contract/languages'
import { wordsOf } from '../outbox/texts'
import { notificationTexts, pathsOf } from './texts'
import { messageOf, unlinkedMessageOf } from './words'

it('rounds amounts down, never up', () => {
  const values = { amount: '1234.999999', currency: 'USDT' }
  expect(messageOf({ kind: 'refill_credited', type: 'refill', values }, 'en')).toBe(
    'Your balance was topped up with 1,234.99 USDT.',
  )
})

it('keeps every displayed digit of a coin', () => {
  const values = { amount: '0.123456789012345678', currency: 'ETH' }
  expect(messageOf({ kind: 'refill_credited', type: 'refill', values }, 'ru')).toBe(
    'Баланс пополнен на 0,12345678 ETH.',
  )
})

it('names an unknown device by a word of the reader’s language', () => {
  const said = (device: string, language: Language) => {
    const values = { device, address: '192.0.2.7' }
    const mail = wordsOf({
      channel: 'email',
      recipient: 'a@b.example',
      kind: 'new_sign_in',
      values,
      language,
    })
    return [messageOf({ kind: 'new_sign_in', type: 'other', values }, language), mail.text]
  }
  for (const text of said('', 'ru')) expect(text).toContain('сети: неизвестное устройство, адрес 192.0.2.7')
  for (const text of said('', 'en')) expect(text).toContain('network: an unknown device, address 192.0.2.7')
  for (const text of said('Firefox, Linux', 'en')) expect(text).toContain('network: Firefox, Linux, address')
})

it('links to what it is about, by the id in its values, in both languages', () => {
  const values = { paymentId: 'p"1', amount: '5', currency: 'USDT', returned: [], reason: '[x](y) <b>' }
  const stored = { kind: 'payment_rejected', type: 'other', values } as const
  const link = '<a href="/cabinet/withdrawals/p%221">'
  expect(messageOf(stored, 'en')).toContain(`Your ${link}withdrawal of 5.00 USDT</a> was rejected.`)
  expect(messageOf(stored, 'ru')).toContain(`${link}Заявка на вывод 5,00 USDT</a> отклонена.`)
  expect(messageOf(stored, 'en')).toMatch(/\[x\]\(y\) &lt;b&gt;$/)
  expect(unlinkedMessageOf(stored, 'en')).toMatch(/^Your withdrawal of 5\.00 USDT was rejected\./)
  for (const [kind, texts] of Object.entries(notificationTexts))
    for (const text of Object.values(texts)) {
      const isLinked = kind.replace('_plainly', '') in pathsOf
      expect([kind, text.match(/\[[^[\]]+\]/g)?.length ?? 0]).toEqual([kind, isLinked ? 1 : 0])
    }
})

it('escapes HTML in a value', () => {
  const values = { refillId: 'r1', reason: '<img src=x onerror=alert(1)>' }
  expect(messageOf({ kind: 'refill_rejected', type: 'other', values }, 'en')).toBe(
    'Your <a href="/cabinet/top-up/r1">top-up</a> was rejected. &lt;img src=x onerror=alert(1)&gt;',
  )
})

it('writes a bonus as plain text', () => {
  const values = { rank: 'spark', bonus: '10' }
  expect(messageOf({ kind: 'rank_reached', type: 'bonus', values }, 'en')).toBe(
    'You have reached the rank Spark. A bonus of 10.00 USDT was credited to your balance.',
  )
})

it('does not mention a bonus that a rank does not have', () => {
  for (const bonus of ['0', '0.000000']) {
    const values = { rank: 'spark', bonus }
    expect(messageOf({ kind: 'rank_reached', type: 'bonus', values }, 'en')).toBe(
      'You have reached the rank Spark.',
    )
    expect(messageOf({ kind: 'rank_reached', type: 'bonus', values }, 'ru')).toBe(
      'Вы достигли ранга «Искра».',
    )
  }
})

it("uses the company's text in the language of the reader", () => {
  const values = { ru: '<p>Привет</p>', en: '<p>Hello</p>' }
  expect(messageOf({ kind: 'written', type: 'mailing', values }, 'en')).toBe('<p>Hello</p>')
})

it('calls the percentage of the second term multiplied, whatever the multiplier of the deposit', () => {
  const values = { depositId: 'd1', amount: '300', currency: 'USDT' }
  const textOf = (language: Language) =>
    unlinkedMessageOf({ kind: 'deposit_closable', type: 'other', values }, language)
  expect(textOf('en')).toMatch(/for a second term at a multiplied percentage\.$/)
  expect(textOf('ru')).toMatch(/на второй срок с умноженным процентом\.$/)
})

it('speaks of a second term only where the deposit has had one', () => {
  const textOf = (own: Record<string, unknown>, language: Language) => {
    const values = { depositId: 'd1', amount: '300', currency: 'USDT', ...own }
    return messageOf({ kind: 'deposit_awaiting_completion', type: 'other', values }, language)
  }
  const link = '<a href="/cabinet/deposits/d1">'
  expect(textOf({ term: 1 }, 'en')).toBe(
    `The term of your ${link}deposit of 300.00 USDT</a> has ended. It earns nothing more and waits for you to close it.`,
  )
  expect(textOf({ term: 1 }, 'ru')).toBe(
    `Срок ${link}депозита 300,00 USDT</a> закончился. Он больше не приносит доход и ждёт, когда вы его закроете.`,
  )
  // One that was stored without the term is of a deposit that had two.
  for (const own of [{}, { term: 2 }]) {
    expect(textOf(own, 'en')).toMatch(/^The second term of your /)
    expect(textOf(own, 'ru')).toMatch(/^Второй срок /)
  }
})

it('translates a reason of the house into the reader’s language, and leaves one that a person wrote', () => {
  const textOf = (reason: string | null, language: Language) =>
    messageOf(
      { kind: 'payment_rejected', type: 'other', values: { amount: '5', currency: 'USDT', reason } },
      language,
    )
  expect(textOf('wallet_not_accepted', 'ru')).toMatch(
    /отклонена, деньги вернулись на баланс\. Биржа получателя/,
  )
  expect(textOf('wallet_not_accepted', 'en')).toMatch(/back on your balance\. The receiving exchange/)
  expect(textOf('Not this wallet.', 'ru')).toMatch(/Not this wallet\.$/)
  expect(textOf(null, 'en')).toMatch(/back on your balance\.$/)
})

it('lists the returned amounts of a rejected withdrawal, in each currency', () => {
  const returned = [
    { currency: 'BTC', amount: '0.002' },
    { currency: 'USDT', amount: '150.5' },
  ]
  const values = { amount: '0.005', currency: 'BTC', returned, reason: 'Why.' }
  const textOf = (language: Language) =>
    messageOf({ kind: 'payment_rejected', type: 'other', values }, language)
  expect(textOf('en')).toBe(
    'Your withdrawal of 0.005 BTC was rejected. Back on your balance: 0.002 BTC, 150.50 USDT. Why.',
  )
  expect(textOf('ru')).toBe(
    'Заявка на вывод 0,005 BTC отклонена. На баланс вернулось: 0,002 BTC, 150,50 USDT. Why.',
  )
})

it.each(Object.keys(notificationTexts))('has whole sentences for %s in both languages', (kind) => {
  const values = {
    amount: '1',
    net: '1',
    currency: 'USDT',
    bonus: '1',
    rank: 'spark',
    day: '2026-01-02',
    returned: [{ currency: 'USDT', amount: '1' }],
    reason: 'Why.',
  }
  const said = (['ru', 'en'] as const).map((language) =>
    unlinkedMessageOf({ kind, type: 'other', values }, language),
  )
  expect(said[0]).toMatch(/^[А-Я].*[.]$/)
  expect(said[1]).toMatch(/^[A-Z].*[.]$/)
  for (const text of said) expect(text).not.toMatch(/[{}]|undefined|Invalid/)
})

it('writes a day in words', () => {
  const values = { day: '2026-01-02', amount: '3.339', currency: 'USDT' }
  const textOf = (language: Language) => messageOf({ kind: 'income_of_day', type: 'other', values }, language)
  expect(textOf('en')).toBe('Income of 2 January 2026: 3.33 USDT was credited to your balance.')
  expect(textOf('ru')).toBe('Доход за 2 января 2026 г.: на баланс зачислено 3,33 USDT.')
})
