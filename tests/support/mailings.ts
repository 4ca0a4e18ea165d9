import { type Language } from '~/contract/languages'
import { demoOperator, knownInvestor } from './investor'

/** Sends a mailing to all investors. @param html one for both languages, or one for each */
export async function sendMailing(
  { backendUrl }: { backendUrl: string },
  html: string | Record<Language, string>,
): Promise<void> {
  const { ask } = await knownInvestor(backendUrl, demoOperator)
  const message = typeof html === 'string' ? { ru: html, en: html } : html
  await ask('POST', '/ext/operator/mailings', { message, image: null })
}
