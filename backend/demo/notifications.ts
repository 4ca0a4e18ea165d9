import { and, eq, lt } from 'drizzle-orm'
import { notifications } from '../db/schema/notifications'
import { sendDailySummaries, startOfDailySummaries } from '../jobs/daily-summaries'
import { type History } from './history'
import { tideAlt, tidePath } from './picture'

const summarizedDays = 3

/**
 * Adds the company's mailings and the notifications of the last days, and marks the investor's earlier ones as read.
 */
export async function addNotifications(history: History, userId: string): Promise<void> {
  const { tx, day } = history
  // The last days alone: a notification for each of four months would push everything else off the first page.
  await startOfDailySummaries(tx, history.moment(summarizedDays).toISOString().slice(0, 10), day)
  await sendDailySummaries(tx, { ...history.context(day), timeZone: 'UTC' })

  const readUntil = history.moment(1)
  await tx
    .update(notifications)
    .set({ readAt: readUntil })
    .where(and(eq(notifications.userId, userId), lt(notifications.createdAt, readUntil)))

  const longLogin = history.moment(4, '06:00')
  const mailing = history.moment(0)
  const { newId } = history.context(day)
  await tx.insert(notifications).values([
    {
      id: newId(),
      userId,
      type: 'long_login',
      kind: 'long_login',
      values: {},
      createdAt: longLogin,
      readAt: readUntil,
    },
    {
      id: newId(),
      userId,
      type: 'mailing',
      kind: 'written',
      values: welcome,
      image: tidePath,
      imageAlt: tideAlt,
      createdAt: mailing,
    },
  ])
}

const welcome = {
  ru: `<p><strong>Это демонстрация.</strong> Здесь нет настоящих денег: переводы разыгрываются, а часы можно перевести вперёд.</p>
<ul><li>Пополните баланс и нажмите «Имитировать перевод».</li><li>Откройте депозит и переведите часы на 50 дней: закончится первый срок.</li><li>Оставьте его до сотого дня: процент удвоится, а потом доход остановится.</li></ul>
<p>В жизни вложенное можно потерять целиком. Поэтому начните с раздела о рисках.</p>`,
  en: `<p><strong>This is a demonstration.</strong> There is no real money here: transfers are played, and the clock can be moved on.</p>
<ul><li>Top up and press “Play the transfer”.</li><li>Open a deposit and move the clock on by 50 days: its first term ends.</li><li>Leave it until day 100: the percentage doubles, and then the income stops.</li></ul>
<p>In real life you may lose all of what you invest. So begin with the page about risk.</p>`,
}
