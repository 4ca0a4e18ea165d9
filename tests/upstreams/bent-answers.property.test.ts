import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import fc from 'fast-check'
import { contract } from '~/contract'
import { type Call } from '~/contract/call'
import { readJson } from '~/upstream/reader/json.server'
import { understand } from '~/upstream/reader/understand.server'
import { demoInvestor } from '../support/investor'
import { ask, send } from '../contract/client'
import { type TestUpstream, openUpstream } from '../contract/upstream'

/**
 * Answers of the backend here, written as others might write the same: whichever of these ways are taken together, they
 * are read as the same values, and no amount changes by a digit.
 */

const requested: [Call, Record<string, unknown>][] = [
  [contract.user.balance, {}],
  [contract.user.statistics, {}],
  [contract.user.bonus, {}],
  [contract.user.referrals, {}],
  [contract.user.operations, { limit: 5 }],
  [contract.user.exchangeRate, {}],
  [contract.deposits.list, { limit: 5 }],
  [contract.refills.list, { limit: 5 }],
  [contract.payments.list, { limit: 5 }],
  [contract.notification.list, { limit: 5 }],
  [contract.content.news, {}],
  [contract.settings.plans, {}],
  [contract.settings.paymentSystems, {}],
  [contract.settings.subscriptionOptions, {}],
]

let upstream: TestUpstream
let answers: { call: Call; input: Record<string, unknown>; value: unknown }[]

beforeAll(async () => {
  upstream = await openUpstream('embedded', { history: true })
  const { refreshToken: token } = await ask(upstream, contract.auth.login, demoInvestor)
  answers = await Promise.all(
    requested.map(async ([call, input]) => {
      const { body } = await send(upstream, call, input, { token })
      return { call, input, value: call.output.parse(body) }
    }),
  )
}, 300_000)
afterAll(() => upstream.close())

/** Which way each kind of value is written in one answer; a number picks one. */
interface Writing {
  amounts: number
  times: number
  words: number
  currencies: number
  lists: number
  envelope: number
  absent: number
  more: boolean
}

const writings: fc.Arbitrary<Writing> = fc.record({
  amounts: fc.nat(3),
  times: fc.nat(4),
  words: fc.nat(4),
  currencies: fc.nat(1),
  lists: fc.nat(5),
  envelope: fc.nat(3),
  absent: fc.nat(1),
  more: fc.boolean(),
})

const isAmount = (text: string) => /^-?\d+(\.\d+)?$/.test(text) && text.length < 64
const isTime = (text: string) => /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(text)
const isWord = (text: string) => /^[a-z]+(_[a-z]+)+$/.test(text)

function writtenAmount(digits: string, style: number): string {
  if (style === 1) return digits
  if (style === 2) return `${digits}e0`
  return JSON.stringify(style === 3 ? `${digits}E+0` : digits)
}

function writtenTime(iso: string, style: number): string {
  if (style === 1) return JSON.stringify(iso.replace('Z', '000Z'))
  if (style === 2) return JSON.stringify(iso.replace('Z', '+00:00'))
  if (style === 3) return String(Date.parse(iso))
  if (style === 4) return JSON.stringify(iso.replace('T', ' ').replace('Z', ''))
  return JSON.stringify(iso)
}

function writtenWord(word: string, style: number): string {
  const parts = word.split('_')
  const camel = parts.map((part, at) => (at ? part.charAt(0).toUpperCase() + part.slice(1) : part)).join('')
  return JSON.stringify([word, word.toUpperCase(), parts.join(' '), parts.join('-'), camel][style])
}

function written(value: unknown, writing: Writing, name = ''): string {
  if (Array.isArray(value)) return `[${value.map((item) => written(item, writing, name)).join()}]`
  if (typeof value === 'object' && value !== null) {
    const fields = Object.entries(value).filter(([, field]) => !(writing.absent === 1 && field === null))
    const texts = fields.map(([key, field]) => `${JSON.stringify(key)}:${written(field, writing, key)}`)
    return `{${[...texts, ...(writing.more ? ['"somethingElse":[{"a":1}]'] : [])].join()}}`
  }
  if (typeof value !== 'string') return JSON.stringify(value)
  if (isTime(value)) return writtenTime(value, writing.times)
  if (isAmount(value) && name !== 'id' && name !== 'title') return writtenAmount(value, writing.amounts)
  if (isWord(value) && (name === 'status' || name === 'type')) return writtenWord(value, writing.words)
  if (
    /^(USDT|BTC|ETH|TRX)$/.test(value) &&
    writing.currencies === 1 &&
    name !== 'network' &&
    name !== 'title'
  )
    return JSON.stringify(value.toLowerCase())
  return JSON.stringify(value)
}

function framed(value: unknown, writing: Writing): string {
  const { items, ...rest } = value as { items?: unknown[] }
  const isBareList = items && Object.keys(rest).every((name) => ['total', 'page', 'limit'].includes(name))
  const whole = written(value, writing)
  const { total } = rest as { total?: number }
  const list = isBareList ? written(items, writing) : ''
  const count = total === undefined ? '' : `,"total":${total}`
  const inList = isBareList
    ? [
        whole,
        `{"data":${list}${count}}`,
        `{"results":${list},"count":${total ?? 0}}`,
        `{"rows":${list}${count}}`,
        `{"data":{"items":${list}${count}}}`,
        `{"data":${list},"meta":{"total":${total ?? 0}}}`,
      ][writing.lists]!
    : whole
  return [
    inList,
    `{"data":${inList}}`,
    `{"success":true,"result":${inList}}`,
    `{"ok":true,"data":${inList}}`,
  ][writing.envelope]!
}

describe('an answer that is written otherwise', () => {
  it('is read as the same value', () => {
    fc.assert(
      fc.property(fc.nat(requested.length - 1), writings, (which, writing) => {
        const { call, input, value } = answers[which]!
        const text = framed(value, writing)
        const read = understand(call.output, readJson(text), { timeZone: 'UTC', ...input })
        expect(read).toMatchObject({ ok: true })
        expect(read.ok && read.value).toEqual(value)
      }),
      { numRuns: process.env.TEST_FULL === '1' ? 20_000 : 600 },
    )
  })

  const needed: [name: string, call: Call, field: string, bent: string][] = [
    ['an amount with grouping', contract.deposits.list, 'items.amount', '"1,000.00"'],
    ['an amount in words', contract.refills.list, 'items.requestAmount', '"much"'],
    ['an amount that is a list', contract.payments.list, 'items.amount', '[1]'],
    ['an id with a slash', contract.deposits.list, 'items.id', '"a/b"'],
    ['a currency of signs', contract.deposits.list, 'items.currency', '"$"'],
  ]
  it.each(needed)('with %s loses the row, and its field is named', (_name, call, field, bent) => {
    const { value, input } = answers.find((one) => one.call === call)!
    const { items } = value as { items: Record<string, unknown>[] }
    const name = field.split('.')[1]!
    const rows = items.map((item) => ({ ...item, [name]: '#' }))
    const text = JSON.stringify({ items: rows, total: rows.length }).replaceAll('"#"', bent)
    const read = understand(call.output, readJson(text), { timeZone: 'UTC', ...input })
    expect(read).toMatchObject({ ok: true, value: { items: [], leftOut: items.length } })
    expect(read.deviations).toContainEqual({ field, rule: 'unreadable' })
  })
})
