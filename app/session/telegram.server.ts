import { type RequestContext } from '~/context'
import { publicPanel } from '~/upstream/panel.server'
import { setting } from '~/upstream/settings.server'

/** The name of the bot whose button signs in by Telegram, or null if this is not available. */
export async function telegramBotOf({
  env: { telegramBot },
  upstream,
}: Pick<RequestContext, 'env' | 'upstream'>): Promise<string | null> {
  if (!telegramBot) return null
  const isAvailable = await publicPanel(setting(upstream, 'telegramAuthAvailable', { soon: true }))
  return isAvailable ? telegramBot : null
}
