import fc from 'fast-check'

/**
 * Random histories of a few investors who invite each other. A step selects its subjects by small numbers, so
 * that it fits any state: `which` counts back from the newest and wraps around, `share` is a percentage of
 * the available amount, and more than 100 asks for more than that. An investor who sleeps acts after some
 * time without any job.
 */

export const systems = ['usdt-trc20', 'trx', 'btc', 'eth'] as const
export const currencies = ['USDT', 'BTC', 'ETH', 'TRX'] as const

const who = fc.nat({ max: 5 })
const which = fc.nat({ max: 5 })
const system = fc.constantFrom('usdt-trc20', ...systems)
const currency = fc.constantFrom('USDT', ...currencies)
const share = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(25, 50, 100) },
  { weight: 1, arbitrary: fc.integer({ min: 0, max: 120 }) },
)
const decision = fc.constantFrom('review', 'complete', 'reject', 'cancel')
const hours = fc.oneof(
  { weight: 1, arbitrary: fc.integer({ min: 1, max: 72 }) },
  // Around the end of a term, and anywhere up to past the end of both.
  { weight: 2, arbitrary: fc.constantFrom(1199, 1200, 1201, 2400) },
  { weight: 1, arbitrary: fc.integer({ min: 24, max: 2600 }) },
)

/** Of every thirty steps, about `weight` are of this kind. */
const kind = <const Name extends string, Fields>(
  weight: number,
  name: Name,
  fields: { [Field in keyof Fields]: fc.Arbitrary<Fields[Field]> },
) => ({
  weight,
  arbitrary: fc.record({ do: fc.constant(name), ...fields }) as fc.Arbitrary<{ do: Name } & Fields>,
})

/** A step on the newest entry. */
const newest = <const Name extends string, Fields>(
  name: Name,
  fields: { [Field in keyof Fields]: fc.Arbitrary<Fields[Field]> },
) =>
  kind(1, name, { which: fc.constant(0), ...fields }).arbitrary as fc.Arbitrary<
    { do: Name; which: number } & Fields
  >

const step = fc.oneof(
  kind(2, 'topUp', { who, system, share, dust: fc.integer({ min: 0, max: 999_999 }) }),
  // Requested and never paid.
  kind(1, 'ask', { who, system }),
  // Without a plan: the plan that fits the amount.
  kind(6, 'open', {
    who,
    currency,
    share,
    plan: fc.option(fc.constantFrom('breeze', 'depth', 'tsunami'), { freq: 1 }),
  }),
  kind(5, 'wait', { hours }),
  kind(1, 'sleep', { hours }),
  kind(4, 'close', { which, sleep: fc.option(hours, { freq: 2 }) }),
  kind(4, 'withdraw', { who, system, share }),
  kind(4, 'decide', { which, decision }),
  kind(2, 'exchange', { who, from: currency, to: fc.constantFrom(...currencies), share }),
  kind(1, 'subscribe', { who }),
  kind(2, 'refer', { who, share }),
  kind(1, 'correct', { who, currency, share: fc.integer({ min: -120, max: 50 }) }),
  // Whether new deposits hold the rewards of inviters; and an operator's decision that two accounts belong to
  // one person.
  kind(1, 'holdRewards', { on: fc.boolean() }),
  kind(1, 'takeBack', { who }),
  kind(1, 'rate', { coin: fc.constantFrom('BTC', 'ETH', 'TRX'), percent: fc.integer({ min: 40, max: 180 }) }),
)

/** One step; `killedAt` is the statement of its transaction at which a first attempt fails. */
const killedAt = fc.oneof(
  { weight: 6, arbitrary: fc.constant(null) },
  { weight: 4, arbitrary: fc.integer({ min: 1, max: 18 }) },
  { weight: 2, arbitrary: fc.constantFrom('commit', 'insert into ledger_lines') },
)
const event = fc.record({ step, killedAt })

/** Two steps on one entry, which random steps seldom hit. */
const pair = fc.oneof(
  fc.tuple(kind(1, 'withdraw', { who, system, share }).arbitrary, newest('decide', { decision })),
  fc
    .tuple(kind(1, 'subscribe', { who }).arbitrary, kind(1, 'withdraw', { who, system, share }).arbitrary)
    .map(([bought, withdrawal]) => [bought, { ...withdrawal, who: bought.who }] as const),
  fc.tuple(
    kind(1, 'open', { who, currency, share, plan: fc.constant(null) }).arbitrary,
    newest('close', { sleep: fc.constantFrom(1199, 1200, 2400) }),
  ),
)
const pairOfEvents = fc.tuple(pair, killedAt, killedAt).map(([[first, second], ...killed]) => [
  { step: first, killedAt: killed[0] },
  { step: second, killedAt: killed[1] },
])
const events = fc.array(
  fc.oneof({ weight: 10, arbitrary: event.map((one) => [one]) }, { weight: 2, arbitrary: pairOfEvents }),
  { minLength: 2, maxLength: 8 },
)

/** `inviters[n]` chooses the inviter of investor n + 1 among those before; null: none. */
export const history = fc.record({
  inviters: fc.tuple(...[0, 1, 2].map((last) => fc.option(fc.nat({ max: last }), { freq: 4 }))),
  events: events.map((some) => some.flat()),
})

export type History = typeof history extends fc.Arbitrary<infer Value> ? Value : never
export type LedgerStep = History['events'][number]['step']
