import { inquiries } from '../db/schema/operator'
import { decideInquiry } from '../operator/inquiries'
import { type History } from './history'

/** The inquiries in the operator's queue, open and answered. Their addresses have no owners. */

interface Message {
  daysBefore: number
  time: string
  name: string
  email: string
  message: string
  isAnswered?: true
}

const messages: Message[] = [
  {
    daysBefore: 19,
    time: '10:12',
    name: 'Jonas',
    email: 'jonas@reader.example',
    message: 'Can I close a deposit before its first term is over if I give up the income?',
    isAnswered: true,
  },
  {
    daysBefore: 4,
    time: '18:47',
    name: 'Марина',
    email: 'marina@reader.example',
    message:
      'Здравствуйте! Хочу пополнить баланс с биржи. Можно ли отправить USDT не через TRC-20, а через другую сеть?',
  },
  {
    daysBefore: 1,
    time: '08:05',
    name: 'Anna Weber',
    email: 'anna.weber@reader.example',
    message: 'Which documents do you need for verification, and how long do you keep them?',
  },
]

const subscribers = ['jonas@reader.example', 'lena@reader.example', 'piotr@reader.example']

/** Adds subscribers of the newsletter and messages, one of which the operator has answered. */
export function addInquiries(history: History, operatorId: string): void {
  const { tx } = history
  for (const [at, email] of subscribers.entries()) {
    history.on(30 - at * 9, '12:30', async ({ now, newId }) => {
      await tx
        .insert(inquiries)
        .values({ id: newId(), kind: 'subscriber', status: 'done', email, createdAt: now })
    })
  }
  for (const { daysBefore, time, isAnswered, ...message } of messages) {
    let id = ''
    history.on(daysBefore, time, async ({ now, newId }) => {
      id = newId()
      await tx.insert(inquiries).values({ id, kind: 'message', ...message, createdAt: now })
    })
    if (!isAnswered) continue
    history.on(daysBefore - 1, '09:20', (context) =>
      decideInquiry(tx, { ...context, operatorId }, { id, decision: 'complete' }),
    )
  }
}
