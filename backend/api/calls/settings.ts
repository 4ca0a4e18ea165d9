import { asc, eq } from 'drizzle-orm'
import { contract } from '~/contract/index'
import { type z } from 'zod'
import { type Setting } from '~/contract/settings'
import { settings, subscriptionOptions } from '../../db/schema/settings'
import { Refusal } from '../../domain/refusal'
import { type Handler, publicHandler } from '../handler'
import { inLanguage } from '../in-language'
import { type Services } from '../../services'

/**
 * The public settings of the company.
 * @param extensions the extensions that this backend answers whole
 */
export function settingsCalls({ db, telegramBotToken }: Services, extensions: string[]): Handler[] {
  return [
    publicHandler(contract.settings.get, async ({ db: reading, params: { key }, language }) => {
      if (key === 'extensions') return { key, value: extensions }
      if (key === 'telegramAuthAvailable') return { key, value: telegramBotToken !== null }
      const [setting] = await reading.select().from(settings).where(eq(settings.key, key))
      if (!setting) throw new Refusal('not_found')
      // The answer is checked by the key's own schema before it is sent.
      return { key, value: inLanguage(setting.value, language) } as z.output<typeof Setting>
    }),

    publicHandler(contract.settings.subscriptionOptions, async ({ language }) => {
      const rows = await db
        .select()
        .from(subscriptionOptions)
        .where(eq(subscriptionOptions.available, true))
        .orderBy(asc(subscriptionOptions.position))
      return {
        items: rows.map(({ id, title, days, price, benefits }) => ({
          id,
          title: title[language],
          days,
          price,
          currency: 'USDT',
          benefits: benefits.map((benefit) => benefit[language]),
        })),
      }
    }),
  ]
}
