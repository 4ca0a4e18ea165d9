import { type plans, type subscriptionOptions } from '../db/schema/settings'

/** Plans and the subscription as a new database gets them (docs/rules.md). Bounds and price are in USDT. */

type PlanRow = typeof plans.$inferInsert

const everyPlan = {
  currencies: ['USDT', 'BTC', 'ETH', 'TRX'],
  termDays: 50,
  extensionDays: 50,
  extensionMultiplier: '2',
} satisfies Partial<PlanRow>

export const defaultPlans: PlanRow[] = [
  {
    id: 'breeze',
    tariff: 'breeze',
    title: { ru: 'Бриз', en: 'Breeze' },
    position: 1,
    min: '100',
    max: '4999.99',
    dailyPercent: '1.11',
    ...everyPlan,
  },
  {
    id: 'depth',
    tariff: 'depth',
    title: { ru: 'Глубина', en: 'Depth' },
    position: 2,
    min: '5000',
    max: '24999.99',
    dailyPercent: '2.22',
    ...everyPlan,
  },
  {
    id: 'tsunami',
    tariff: 'tsunami',
    title: { ru: 'Цунами', en: 'Tsunami' },
    position: 3,
    min: '25000',
    max: null,
    dailyPercent: '3.33',
    ...everyPlan,
  },
]

const everySubscription = {
  benefits: [
    { ru: 'Вывод без комиссии, пока подписка действует', en: 'No withdrawal fee while it is active' },
    {
      ru: 'Не продлевается сама: когда срок закончится, ничего не спишется',
      en: 'Nothing renews by itself: when it ends, nothing is charged',
    },
  ],
  freePayments: true,
}

export const defaultSubscriptions: (typeof subscriptionOptions.$inferInsert)[] = [
  {
    id: 'day',
    title: { ru: 'Тихая вода на день', en: 'Calm water for a day' },
    position: 1,
    days: 1,
    price: '1.5',
    ...everySubscription,
  },
  {
    id: 'month',
    title: { ru: 'Тихая вода на 30 дней', en: 'Calm water for 30 days' },
    position: 2,
    days: 30,
    price: '15',
    ...everySubscription,
  },
  {
    id: 'quarter',
    title: { ru: 'Тихая вода на 90 дней', en: 'Calm water for 90 days' },
    position: 3,
    days: 90,
    price: '36',
    ...everySubscription,
  },
]
