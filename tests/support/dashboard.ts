import { type Language } from '~/contract/languages'
import { type Investor, newInvestor } from './investor'
import { textsOf } from './texts'

/** An investor with 300 of 700 USDT deposited on Breeze, three days later. */
export async function threeDaysAfterOpening(backendUrl: string): Promise<Investor> {
  const investor = await newInvestor(backendUrl, { usdt: '700' })
  await investor.ask('POST', '/funds/deposits', { planId: 'breeze', currency: 'USDT', amount: '300' })
  await investor.ask('POST', '/ext/demo/clock', { days: 3 })
  return investor
}

/**
 * The periods of the overview's chart: the default, and the others. Each begins on the day before the first of the
 * account's four days.
 */
export function periodsOf(language: Language) {
  const say = textsOf(language)
  const form = { en: 'other', ru: 'many' }[language]
  const days = (count: number) => say(`cabinet:dashboard.course.days_${form}`, { count })
  const others = [
    { period: '7', name: days(7) },
    { period: '90', name: days(90) },
    { period: '30', name: days(30) },
    { period: 'all', name: say('cabinet:dashboard.course.all') },
  ]
  return { first: days(30), others, count: 5 }
}
