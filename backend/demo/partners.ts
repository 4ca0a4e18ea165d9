import { accountTraces } from '../db/schema/rewards'
import { users } from '../db/schema/users'
import { decideLink } from '../operator/links'
import { fictitiousAddress } from '../domain/addresses'
import { closeDeposit, openDeposit } from '../funds/deposits'
import { saveWallets } from '../accounts/wallets'
import { type History } from './history'
import { arrives } from './transfers'

/**
 * Forty-one partners on three levels, each with a deposit of their own. They have no password, so that no one can sign
 * in as them. Their turnover stays below the third rank until the last day, when the twelfth of the first level passes
 * it.
 */
interface Partner {
  login: string
  /** The amounts of their deposits, in USDT. */
  amount: string
}

const partners = (...pairs: [login: string, amount: string][]): Partner[] =>
  pairs.map(([login, amount]) => ({ login, amount }))

const firstLevel = partners(
  ['amber.bay', '1200'],
  ['north-pier', '800'],
  ['windrose', '2500'],
  ['juniper', '600'],
  ['saltmarsh', '450'],
  ['lighthouse7', '3000'],
  ['marten', '900'],
  ['osprey', '1500'],
  ['birch.line', '700'],
  ['harbour_cat', '2200'],
  ['pebble', '650'],
)
const twelfth = { login: 'open.water', amount: '6000' }

const secondLevel = partners(
  ['alder', '500'],
  ['breakwater', '300'],
  ['cormorant', '1200'],
  ['driftwood', '250'],
  ['eider', '900'],
  ['foghorn', '400'],
  ['gannet', '1500'],
  ['heron.k', '350'],
  ['isobar', '700'],
  ['jetty', '2000'],
  ['kelp', '450'],
  ['lagoon', '600'],
  ['mooring', '1100'],
  ['neap', '300'],
  ['oar', '800'],
  ['plover', '1000'],
  ['quay.side', '550'],
  ['reed', '650'],
  ['sandbar', '950'],
  ['tern', '1250'],
)
const thirdLevel = partners(
  ['undertow', '1000'],
  ['voyager', '1500'],
  ['wharf', '700'],
  ['xebec', '2600'],
  ['yawl', '1200'],
  ['zephyr', '900'],
  ['ebb-and-flow', '3100'],
  ['spindrift', '1400'],
  ['leeward', '1850'],
)

/**
 * Of the first level, whose deposit still runs at the end, by login: days before the end on which it was opened. The
 * first passed the second rank, and what it brought becomes free on the last day, on which it is closed; the next three
 * follow in the first days that a visitor sees. The last one runs to its very end, so that on the last day its matching
 * is free at once.
 */
const lateOpenings: Record<string, number> = {
  osprey: 51,
  saltmarsh: 49,
  'birch.line': 48,
  harbour_cat: 47,
  pebble: 101,
}

/** Adds their registrations in small groups, their deposits and, on the first level, mostly the closing of these. */
export function addPartners(
  history: History,
  { investorId, operatorId }: { investorId: string; operatorId: string },
): void {
  const first = firstLevel.map((partner, at) => {
    const late = lateOpenings[partner.login]
    const [opens, closes] =
      late === undefined ? [116 - group(at, 4) * 6, 64 - group(at, 4) * 6] : [late, late === 51 ? 1 : null]
    return addPartner(history, partner, { inviterId: () => investorId, opens, closes })
  })
  const second = secondLevel.map((partner, at) =>
    addPartner(history, partner, { inviterId: first[at % 10]!, opens: 46 - group(at, 5) * 9, closes: null }),
  )
  const third = thirdLevel.map((partner, at) =>
    addPartner(history, partner, { inviterId: second[at]!, opens: 17 - group(at, 3) * 6, closes: null }),
  )
  addLinkedAccounts(history, operatorId, {
    decided: { userId: second[7]!, partnerId: third[7]! },
    open: { userId: second[8]!, partnerId: third[8]! },
  })
  const last = { inviterId: () => investorId, opens: 1, closes: null }
  addPartner(history, twelfth, { ...last, at: '11:00', plan: 'depth' })
}

interface Pair {
  userId: () => string
  partnerId: () => string
}

/** Two pairs that look like one person each: of one the operator has decided, the other waits to be looked at. */
function addLinkedAccounts(history: History, operatorId: string, pairs: { decided: Pair; open: Pair }): void {
  const { tx } = history
  const address = fictitiousAddress('tron', 'a wallet that two of the demonstration share')
  history.on(2, '11:40', async ({ now }) => {
    for (const [name, { userId, partnerId }] of Object.entries(pairs)) {
      for (const id of [userId(), partnerId()]) {
        const traces = (['device', 'network'] as const).map((kind) => ({
          ...{ userId: id, kind, value: `demonstration-${name}-${kind}` },
          ...{ firstAt: now, lastAt: now },
        }))
        await tx.insert(accountTraces).values(traces)
      }
    }
    for (const id of [pairs.open.userId(), pairs.open.partnerId()])
      await saveWallets(tx, { userId: id, changes: [{ system: 'usdt-trc20', address }], now })
  })
  history.on(2, '12:00', async (context) => {
    const { userId, partnerId } = pairs.decided
    const reason = 'Both accounts were opened on the same device within an hour.'
    const request = { id: userId(), partnerId: partnerId(), reason }
    await decideLink(tx, { ...context, operatorId }, request)
  })
}

const group = (at: number, size: number): number => Math.floor(at / size)

interface Course {
  inviterId: () => string
  /** Days before the end. */
  opens: number
  closes: number | null
  at?: string
  plan?: string
}

/** Returns a getter of the partner's id, which is set once the history has come that far. */
function addPartner(history: History, { login, amount }: Partner, course: Course): () => string {
  const { inviterId, opens, closes, at = '09:00', plan = 'breeze' } = course
  const { tx } = history
  let id = ''
  let depositId = ''

  history.on(opens, at, async (context) => {
    id = context.newId()
    const registeredAt = history.moment(opens + 1, at)
    const contact = { email: `${login}@partners.tideline.example`, phoneConfirmedAt: registeredAt }
    await tx.insert(users).values({ id, login, ...contact, inviterId: inviterId(), registeredAt })
    await arrives(tx, context, { userId: id, systemId: 'usdt-trc20', amount })
    const deposit = await openDeposit(tx, context, { userId: id, planId: plan, currency: 'USDT', amount })
    depositId = deposit.id
  })
  if (closes !== null) {
    history.on(closes, '18:00', async (context) => {
      await closeDeposit(tx, context, { userId: id, depositId })
    })
  }
  return () => id
}
