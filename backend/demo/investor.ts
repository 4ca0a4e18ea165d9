import { recordAudit } from '../operator/audit'
import { type DecisionInput } from '../operator/decisions'
import { decidePayment } from '../operator/payments'
import { decideRefill } from '../operator/refills'
import { heldPayments } from '../db/schema/transfers'
import { fictitiousAddress } from '../domain/addresses'
import { corrected } from '../domain/investor-postings'
import { Books } from '../funds/books'
import { type FundsContext } from '../funds/context'
import { closeDeposit, openDeposit } from '../funds/deposits'
import { exchange } from '../funds/exchanges'
import { requestPayment } from '../funds/payments'
import { quoteRates } from '../funds/quotes'
import { type HouseReason } from '../domain/house-reasons'
import { requestRefill } from '../funds/refills'
import { buySubscription } from '../funds/subscriptions'
import { saveWallets } from '../accounts/wallets'
import { type History } from './history'
import { arrives, fictitiousTransfer } from './transfers'

/** Whose history it is, and who decides in it. */
interface People {
  userId: string
  operatorId: string
}

/**
 * The investor's four months: a deposit in each of its states, top-ups and withdrawals in each of theirs, and on the
 * last day one operation of every type, so that the first page of the statement shows them all.
 */
export function addInvestorHistory(history: History, people: People): void {
  const { tx } = history
  const { userId } = people
  const topUp = (daysBefore: number, time: string, systemId: string, amount: string) =>
    history.on(daysBefore, time, async (context) => {
      await arrives(tx, context, { userId, systemId, amount })
    })
  const open = (daysBefore: number, time: string, planId: string, currency: string, amount: string) => {
    let id = ''
    history.on(daysBefore, time, async (context) => {
      id = (await openDeposit(tx, context, { userId, planId, currency, amount })).id
    })
    return () => id
  }

  // Runs both of its terms and waits for the investor.
  topUp(121, '09:10', 'usdt-trc20', '2000')
  open(120, '09:30', 'breeze', 'USDT', '1000')

  // Closed after its first term.
  topUp(118, '12:00', 'btc', '0.02')
  const inBitcoin = open(117, '12:20', 'breeze', 'BTC', '0.004')
  history.on(60, '17:00', async (context) => {
    await closeDeposit(tx, context, { userId, depositId: inBitcoin() })
  })

  // Closed on the last day, in its second term.
  topUp(100, '10:05', 'usdt-trc20', '8000')
  const inDepth = open(99, '10:00', 'depth', 'USDT', '5000')
  history.on(1, '09:30', async (context) => {
    await closeDeposit(tx, context, { userId, depositId: inDepth() })
  })

  // In its second term, and can be closed.
  topUp(75, '14:00', 'trx', '4000')
  open(70, '08:00', 'breeze', 'TRX', '3000')

  // In their first term.
  topUp(30, '16:45', 'eth', '0.5')
  open(20, '08:30', 'breeze', 'ETH', '0.2')
  open(1, '15:00', 'breeze', 'USDT', '1500')

  topUp(1, '10:00', 'usdt-trc20', '500')
  addTopUps(history, people)
  addWithdrawals(history, people)

  history.on(1, '00:00', async (context) => {
    await buySubscription(tx, context, { userId, optionId: 'day' })
  })
  for (const [daysBefore, amount] of [
    [50, '400'],
    [1, '250'],
  ] as const) {
    history.on(daysBefore, '10:30', async (context) => {
      const { id: rateId } = await quoteRates(tx, context, userId)
      await exchange(tx, context, { userId, from: 'USDT', to: 'BTC', amount, rateId })
    })
  }
  history.on(1, '12:00', (context) => correctBalance(history, people, context))
}

/** Top-ups that were never credited. */
function addTopUps(history: History, { userId, operatorId }: People): void {
  const { tx } = history
  history.on(45, '20:15', async (context) => {
    await requestRefill(tx, context, { userId, systemId: 'usdt-trc20', amount: '300' })
  })
  history.on(12, '19:00', async (context) => {
    const { id } = await requestRefill(tx, context, { userId, systemId: 'btc', amount: '0.003' })
    const reason: HouseReason = 'sender_not_accepted'
    await decideRefill(tx, { ...context, operatorId }, { id, decision: 'reject', reason })
  })
}

function addWithdrawals(history: History, { userId, operatorId }: People): void {
  const { tx } = history
  const walletOf = (systemId: string) => {
    const family = systemId === 'btc' ? 'bitcoin' : 'tron'
    return fictitiousAddress(family, `wallet of the demonstration's investor, ${family}`)
  }
  const ask = async (context: FundsContext, systemId: string, amount: string, wallet = walletOf(systemId)) =>
    (await requestPayment(tx, context, { userId, systemId, amount, wallet })).id
  const decide = (context: FundsContext, decision: DecisionInput) =>
    decidePayment(tx, { ...context, operatorId }, decision)
  const paidOut = (daysBefore: number, systemId: string, amount: string) => {
    let id = ''
    history.on(daysBefore, '11:15', async (context) => {
      id = await ask(context, systemId, amount)
    })
    history.on(daysBefore - 2, '13:40', async (context) => {
      await decide(context, { id, decision: 'complete', transactionHash: fictitiousTransfer(id) })
    })
  }
  // The wallet that is used most is saved; the others are typed each time.
  history.on(40, '11:10', ({ now }) => {
    const changes = [{ system: 'usdt-trc20', address: walletOf('usdt-trc20') }]
    return saveWallets(tx, { userId, changes, now })
  })
  paidOut(40, 'usdt-trc20', '250')
  paidOut(25, 'btc', '0.006')

  let refused = ''
  history.on(3, '14:20', async (context) => {
    refused = await ask(context, 'usdt-trc20', '1200')
  })
  history.on(1, '17:00', async (context) => {
    const reason: HouseReason = 'wallet_not_accepted'
    await decide(context, { id: refused, decision: 'reject', reason })
  })

  history.on(2, '09:50', async (context) => {
    // As if a rule held it: the wallet is new, but no sign-in of this history has a device that is.
    const id = await ask(context, 'trx', '600', fictitiousAddress('tron', 'new wallet of the demonstration'))
    await tx.insert(heldPayments).values({
      ...{ paymentId: id, heldAt: context.now },
      found: [{ rule: 'takeover', percent: '84.5' }],
    })
    await decide({ ...context, now: history.moment(2, '18:05') }, { id, decision: 'review' })
  })
  history.on(1, '16:00', async (context) => {
    await ask(context, 'usdt-trc20', '350')
  })
}

/** A mistake of the house is corrected by a separate entry with its reason. */
async function correctBalance(
  { tx }: History,
  { userId, operatorId }: People,
  context: FundsContext,
): Promise<void> {
  const books = await Books.open(tx, context, [userId])
  const reason: HouseReason = 'fee_charged_twice'
  const correction = { id: context.newId(), currency: 'USDT', amount: '1', reason }
  books.post(corrected({ userId, occurredAt: context.now }, correction))
  await books.write()
  await recordAudit(
    tx,
    { ...context, operatorId },
    { verb: 'credit', kind: 'correction', id: userId, reason },
  )
}
