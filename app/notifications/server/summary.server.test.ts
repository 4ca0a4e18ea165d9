import { describe, expect, it } from 'vitest'
import { type Notification } from '~/contract/notification'
import { summaryOf, type ShownFrom, detailOf } from './summary.server'

const from: ShownFrom = {
  imageOrigins: ['https://images.example'],
  pictures: { areAt: (address) => address.startsWith('http://upstream.internal/') },
}

const notification = (given: Partial<Notification>): Notification => ({
  id: 'n1',
  type: 'other',
  message: '',
  image: null,
  imageAlt: null,
  createdAt: '2026-01-05T06:07:08.000Z',
  readAt: null,
  ...given,
})

describe('a message', () => {
  const html = '<p onclick="x">a &lt; <b>b</b></p><script>alert(1)</script>'

  it('of a bonus is plain text to its last character', () => {
    const bonus = notification({ type: 'bonus', message: html })
    expect(summaryOf(bonus).text).toBe(html)
    expect(detailOf(bonus, from)).toMatchObject({ text: html, html: null, picture: null })
  })

  it('of any other type is HTML from outside', () => {
    for (const type of ['mailing', 'refill', 'long_login', 'other', 'unknown'] as const) {
      const other = notification({ type, message: html })
      expect(summaryOf(other).text).toBe('a < b')
      expect(detailOf(other, from)).toMatchObject({
        text: null,
        html: '<p>a &lt; <strong>b</strong></p>',
      })
    }
  })

  it('is shortened in a list', () => {
    expect(summaryOf(notification({ message: 'word '.repeat(1_000) })).text.length).toBeLessThan(250)
  })
})

describe('a picture', () => {
  const shown = (image: string | null) => detailOf(notification({ image }), from).picture

  it('of a configured origin is loaded from there', () => {
    expect(shown('https://images.example/a.png')).toBe('https://images.example/a.png')
  })

  it('of the upstream only is served by the app, at an address that does not reveal its location', () => {
    expect(shown('http://upstream.internal/a.png')).toBe('/cabinet/notifications/n1/picture')
  })

  it.each([
    'http://images.example/a.png',
    'https://elsewhere.example/a.png',
    'https://images.example@elsewhere.example/a.png',
    'https://x@images.example/a.png',
    'javascript:alert(1)',
    'data:image/svg+xml,<svg onload=alert(1)>',
    '//images.example/a.png',
    'https://images.example.elsewhere.example/',
  ])('with an unsafe address is not shown: %s', (image) => {
    expect(shown(image)).toBeNull()
  })
})
