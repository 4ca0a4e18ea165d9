import { eq } from 'drizzle-orm'
import { type Db } from '../db/connect'
import { inquiries } from '../db/schema/operator'
import { users } from '../db/schema/users'
import { type incomingTransfers, type transferProblems } from '../db/schema/incoming'

/** Transfers that could not be credited, as messages in the operators' queue, where somebody takes each of them. */

type TransferRow = typeof incomingTransfers.$inferSelect
type Problem = (typeof transferProblems)[number]

/** In both languages: operators read the same message. */
const texts: Record<Problem, { ru: string; en: string }> = {
  unknown_address: {
    ru: 'Адрес никому не выдан.',
    en: 'The address was given to nobody.',
  },
  other_currency: {
    ru: 'На этом адресе принимают другую монету или сеть.',
    en: 'The address is for another coin or network.',
  },
  late: {
    ru: 'Время заявки вышло раньше, чем сеть показала перевод. Её можно зачислить в очереди пополнений.',
    en: 'The time of its request was over before the network showed it. The request can be credited in the queue of top-ups.',
  },
  no_request: {
    ru: 'Открытой заявки на этот адрес нет. Зачислить можно исправлением баланса инвестора.',
    en: 'There is no open request of this address. It can be credited by correcting the balance of the investor.',
  },
  refused: {
    ru: 'Заявку нельзя зачислить: аккаунт закрыт, или этот перевод уже зачислен по другой заявке.',
    en: 'Its request takes no credit: the account is closed, or the transfer was credited to another request.',
  },
  taken_back: {
    ru: 'Сеть отменила перевод, который уже зачислен. С баланса ничего не списано.',
    en: 'The network has taken a transfer back that was credited. Nothing was taken off the balance.',
  },
}

/** Who has sent it, where an investor has a name. */
const title = 'Перевод не зачислен · A transfer was not credited'

/** Writes it in the transaction in which the transfer begins to wait. */
export async function reportToOperators(
  tx: Db,
  { now, newId }: { now: Date; newId: () => string },
  transfer: TransferRow,
  problem: Problem,
): Promise<void> {
  const { amount, currency, network, address, transactionHash, output, userId, refillId } = transfer
  const { ru, en } = texts[problem]
  const [owner] =
    userId === null ? [] : await tx.select({ login: users.login }).from(users).where(eq(users.id, userId))
  const facts = [
    `${amount} ${currency} · ${network}`,
    address,
    output === '' ? transactionHash : `${transactionHash} · ${output}`,
    ...(owner ? [owner.login] : []),
    ...(refillId === null ? [] : [refillId]),
  ]
  await tx.insert(inquiries).values({
    ...{ id: newId(), kind: 'message', name: title, createdAt: now },
    message: [ru, en, '', ...facts].join('\n'),
  })
}
