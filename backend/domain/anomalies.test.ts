import { assert, constantFrom, integer, array, boolean, property, record } from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type AnomalyRules, type Observed, anomaliesOf } from './anomalies'

const rules: AnomalyRules = {
  refusedSignIns: { attempts: 20, networks: 3 },
  takeover: { percent: '80' },
  unusualAmount: { times: '5', earlier: 3 },
  unusualHour: { hours: 4, earlier: 5 },
  sharedWallet: { investors: 2 },
}
const off: AnomalyRules = {
  refusedSignIns: null,
  takeover: null,
  unusualAmount: null,
  unusualHour: null,
  sharedWallet: null,
}
const ordinary: Observed = {
  refusedSignIns: { attempts: 2, networks: 1, isNewPlaceSince: true },
  isNewDevice: false,
  isNewWallet: false,
  percentOfBalance: '30',
  worth: '100',
  earlierWorths: ['90', '120', '80', '100', '60'],
  hour: 12,
  earlierHours: [9, 10, 11, 14, 15],
  investorsOfWallet: 1,
}
const found = (change: Partial<Observed>, by = rules) => anomaliesOf({ ...ordinary, ...change }, by)

describe('the anomalies of a withdrawal', () => {
  it('are none of an ordinary one', () => expect(found({})).toEqual([]))

  it('count refused sign-ins if there are many, from several networks, and the wallet is new or somebody came in since', () => {
    const refused = (attempts: number, networks: number, isNewPlaceSince = true, isNewWallet = false) =>
      found({ refusedSignIns: { attempts, networks, isNewPlaceSince }, isNewWallet })
    expect(refused(19, 9, false, true)).toEqual([])
    expect(refused(20, 3, false, true)).toEqual([{ rule: 'refused_sign_ins', attempts: 20, networks: 3 }])
    expect(refused(19, 9)).toEqual([])
    expect(refused(900, 2)).toEqual([])
    expect(refused(900, 6, false)).toEqual([])
    expect(refused(20, 3)).toEqual([{ rule: 'refused_sign_ins', attempts: 20, networks: 3 }])
  })

  it('take a new device, a new wallet and most of the balance together', () => {
    const takeover = { isNewDevice: true, isNewWallet: true, percentOfBalance: '80' }
    expect(found(takeover)).toEqual([{ rule: 'takeover', percent: '80' }])
    expect(found({ ...takeover, isNewDevice: false })).toEqual([])
    expect(found({ ...takeover, isNewWallet: false })).toEqual([])
    expect(found({ ...takeover, percentOfBalance: '79.99' })).toEqual([])
  })

  it('compare an amount with the largest earlier one, once there were enough', () => {
    expect(found({ worth: '600' })).toEqual([
      { rule: 'unusual_amount', worth: '600', largest: '120', earlier: 5 },
    ])
    expect(found({ worth: '599.99' })).toEqual([])
    expect(found({ worth: '600', earlierWorths: ['100', '100'] })).toEqual([])
    expect(found({ earlierWorths: ['0', '0', '0'] })).toEqual([])
  })

  it('measure hours by the shorter way round the clock', () => {
    expect(found({ hour: 3 })).toEqual([{ rule: 'unusual_hour', hour: 3, hours: 6, earlier: 5 }])
    expect(found({ hour: 23, earlierHours: [1, 1, 2, 2, 3] })).toEqual([])
    expect(found({ hour: 3, earlierHours: [9, 9] })).toEqual([])
  })

  it('count the investors of a wallet', () => {
    expect(found({ investorsOfWallet: 2 })).toEqual([{ rule: 'shared_wallet', investors: 2 }])
  })
})

const amount = integer({ min: 0, max: 100_000 }).map(String)
const hour = integer({ min: 0, max: 23 })
const anything = record({
  refusedSignIns: record({
    attempts: integer({ min: 0, max: 100 }),
    networks: integer({ min: 0, max: 6 }),
    isNewPlaceSince: boolean(),
  }),
  isNewDevice: boolean(),
  isNewWallet: boolean(),
  percentOfBalance: integer({ min: 0, max: 100 }).map(String),
  worth: amount,
  earlierWorths: array(amount, { maxLength: 8 }),
  hour,
  earlierHours: array(hour, { maxLength: 8 }),
  investorsOfWallet: integer({ min: 1, max: 5 }),
})

it('finds nothing by rules that are off, and no more by a higher threshold', () => {
  const higher = constantFrom<Partial<AnomalyRules>>(
    { refusedSignIns: { attempts: 21, networks: 3 } },
    { refusedSignIns: { attempts: 20, networks: 4 } },
    { takeover: { percent: '81' } },
    { unusualAmount: { times: '5.1', earlier: 3 } },
    { unusualAmount: { times: '5', earlier: 4 } },
    { unusualHour: { hours: 5, earlier: 5 } },
    { unusualHour: { hours: 4, earlier: 6 } },
    { sharedWallet: { investors: 3 } },
    ...(Object.keys(off) as (keyof AnomalyRules)[]).map((name) => ({ [name]: null })),
  )
  assert(
    property(anything, higher, (observed, change) => {
      expect(anomaliesOf(observed, off)).toEqual([])
      const all = anomaliesOf(observed, rules)
      for (const one of anomaliesOf(observed, { ...rules, ...change })) expect(all).toContainEqual(one)
      // The clock has no beginning: the same hours later find the same.
      const turned = {
        ...observed,
        hour: (observed.hour + 7) % 24,
        earlierHours: observed.earlierHours.map((at) => (at + 7) % 24),
      }
      expect(anomaliesOf(turned, rules).map(({ rule }) => rule)).toEqual(all.map(({ rule }) => rule))
    }),
  )
})
