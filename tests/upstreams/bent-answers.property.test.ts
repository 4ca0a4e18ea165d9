import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import fc from 'fast-check'
import { z } from 'zod'
import { contract } from '~/contract'
import { type Call } from '~/contract/call'
import { Amount } from '~/contract/values'
import { read } from '~/upstream/answer.server'
import { plainDialect } from '~/upstream/dialect/dialect.server'
import { readJson } from '~/upstream/reader/json.server'
import { understand } from '~/upstream/reader/understand.server'
import { demoInvestor } from '../support/investor'
import { ask, send } from '../contract/client'
import { type TestUpstream, openUpstream } from '../contract/upstream'
import {
  type Pick,
  type Zone,
  amountTexts,
  bent,
  leavesOf,
  quoted,
  refused,
  unreadableTexts,
  without,
  zones,
} from './bending'

/**
 * Answers of this backend in other notations: the reader gets the same values from any combination of
 * notations, and no digit of an amount changes. An unreadable value is reported by its field, and nothing
 * else is lost.
 */

/** How often each property is tried; many more times with TEST_FULL. */
const runs = (few: number) => ({ numRuns: process.env.TEST_FULL === '1' ? 40 * few : few })

interface Given {
  call: Call
  input: Record<string, unknown>
  value: unknown
}
let upstream: TestUpstream
let answers: Given[]

beforeAll(async () => {
  upstream = await openUpstream('embedded', { history: true })
  const { refreshToken: token } = await ask(upstream, contract.auth.login, demoInvestor)
  const given = async (call: Call, input: Record<string, unknown> = {}): Promise<Given> => {
    const { body } = await send(upstream, call, input, { token })
    return { call, input, value: call.output.parse(body) }
  }
  /** The first row of a list of the demonstration. */
  const firstOf = (call: Call) => {
    const list = answers.find((one) => one.call === call)?.value as { items: Record<string, string>[] }
    return list.items[0] ?? {}
  }
  const { user, deposits, refills, payments, notification, content, settings, userData } = contract
  const some = { limit: 5 }
  answers = await Promise.all([
    ...[user.balance, user.statistics, user.bonus, user.exchangeRate, userData.wallets].map((one) =>
      given(one),
    ),
    ...[settings.plans, settings.paymentSystems, settings.subscriptionOptions].map((one) => given(one)),
    ...[user.operations, deposits.list, refills.list, payments.list].map((one) => given(one, some)),
    ...[user.referrals, notification.list, content.news].map((one) => given(one, some)),
    ...['profile', 'verification'].map((type) => given(userData.byType, { type })),
    ...['limits', 'ranks', 'telegramAuthAvailable', 'referral'].map((key) => given(settings.get, { key })),
    given(user.referral, { login: demoInvestor.login }),
    given(contract.auth.login, demoInvestor).then(withoutPendingEmail),
  ])
  answers.push(
    await given(refills.one, { id: firstOf(refills.list).id }),
    await given(content.newsItem, { id: firstOf(content.news).id }),
    await given(user.referralsOf, { login: firstOf(user.referrals).login }),
  )
}, 300_000)
afterAll(() => upstream.close())

/** No e-mail waits to be confirmed: an optional field that is null is read as one that is absent. */
const withoutPendingEmail = ({ value, ...given }: Given): Given => {
  const { user, ...rest } = value as { user: Record<string, unknown> }
  const { pendingEmail, ...known } = user
  expect(pendingEmail).toBeNull()
  return { ...given, value: { ...rest, user: known } }
}

/** A repeating sequence of choices. Small numbers keep most values in the contract's own notation. */
const choices = fc.array(fc.nat(), { minLength: 1, maxLength: 60 })
function pickFrom(numbers: readonly number[]): Pick {
  let at = 0
  return (count) => (numbers[at++ % numbers.length] ?? 0) % count
}

/** The whole answer: a list in one of the usual wrappers, and any answer in an envelope. */
function framed({ call, value }: Given, pick: Pick, zone: Zone): string {
  const whole = bent(call.output, value, pick, zone)
  const { items, total, ...rest } = value as { items?: unknown[]; total?: number }
  const isBareList = items && Object.keys(rest).every((name) => ['page', 'limit'].includes(name))
  const rows = /^\{"items":(\[.*\])/s.exec(whole)?.[1]
  const frames = [whole]
  if (isBareList && rows && isJson(rows)) {
    const count = total === undefined ? '' : `,"total":${total}`
    frames.push(`{"data":${rows}${count}}`, `{"rows":${rows}${count}}`, `{"data":{"items":${rows}${count}}}`)
    if (total !== undefined)
      frames.push(`{"results":${rows},"count":${total}}`, `{"data":${rows},"meta":{"total":${total}}}`)
  }
  const inner = frames[pick(frames.length)] ?? whole
  // Each variant of a union has its own wrapper, which tells the variants apart.
  if (call.output instanceof z.ZodDiscriminatedUnion) return inner
  const envelopes = [
    inner,
    `{"data":${inner}}`,
    `{"success":true,"result":${inner}}`,
    `{"ok":true,"payload":${inner}}`,
  ]
  return envelopes[pick(envelopes.length)] ?? inner
}

/** What the whole client makes of the answer. */
const answerOf = ({ call, input }: Given, text: string, timeZone: Zone): unknown =>
  read(
    { id: 'call', call, requestId: 'request' },
    { status: call.status, headers: {}, body: Buffer.from(text) },
    { timeZone, input, dialect: plainDialect, own: {} },
  )

const isJson = (text: string) => readJson(text) !== undefined

/** A decimal string without leading and trailing zeros. */
const bare = (digits: string) =>
  digits
    .replace(/(\.\d*?)0+$/, '$1')
    .replace(/\.$/, '')
    .replace(/^(-?)0+(?=\d)/, '$1')
    .replace(/^-0$/, '0')

describe('an answer in another notation', () => {
  it('is read as the same values', () => {
    fc.assert(
      fc.property(
        fc.nat(1000),
        choices,
        fc.constantFrom(...(Object.keys(zones) as Zone[])),
        (which, numbers, zone) => {
          const given = answers[which % answers.length]!
          const text = framed(given, pickFrom(numbers), zone)
          const understood = understand(given.call.output, readJson(text), { timeZone: zone, ...given.input })
          expect(understood).toMatchObject({ ok: true })
          expect(understood.ok && understood.value).toEqual(given.value)
          expect(answerOf(given, text, zone)).toEqual(given.value)
        },
      ),
      runs(1_000),
    )
  })

  it('keeps every digit of an amount', () => {
    const digits = fc.stringMatching(/^-?(0|[1-9]\d{0,24})(\.\d{1,18})?$/)
    fc.assert(
      fc.property(digits, fc.nat(), (amount, which) => {
        const texts = amountTexts(amount)
        const understood = understand(Amount, readJson(texts[which % texts.length]!), { timeZone: 'UTC' })
        expect(understood.ok && bare(understood.value as string)).toBe(bare(amount))
      }),
      runs(1_000),
    )
  })

  it('with one unreadable value is read without it, or refused, and the field is reported', () => {
    fc.assert(
      fc.property(fc.nat(1000), fc.nat(), fc.nat(), (which, leafNumber, textNumber) => {
        const { call, input, value } = answers[which % answers.length]!
        const leaves = leavesOf(call.output, value).filter(
          ({ field, schema }) => !counted.includes(field) && unreadableTexts(schema).length > 0,
        )
        fc.pre(leaves.length > 0)
        const { path, field, schema } = leaves[leafNumber % leaves.length]!
        const texts = unreadableTexts(schema)
        const text = texts[textNumber % texts.length]!
        const mark = 'the value in question'
        const whole = quoted(replaced(value, path, mark)).replace(quoted(mark), () => text)
        const understood = understand(call.output, readJson(whole), { timeZone: 'UTC', ...input })
        const rest = without(call.output, value, path)
        expect(understood.deviations).toContainEqual({ field, rule: 'unreadable' })
        expect(understood.ok ? understood.value : refused).toEqual(rest)
      }),
      runs(1_000),
    )
  })
})

/** The total of a list is optional: it is derived from the rows. */
const counted = ['total', 'page', 'limit']

/** Replaces the value at this path. */
function replaced(value: unknown, [step, ...rest]: (string | number)[], by: unknown): unknown {
  if (step === undefined) return by
  if (Array.isArray(value))
    return (value as unknown[]).with(Number(step), replaced(value[Number(step)], rest, by))
  const fields = value as Record<string, unknown>
  return { ...fields, [step]: replaced(fields[step], rest, by) }
}
