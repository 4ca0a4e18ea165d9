import { type RequestContext } from '~/context'
import { setting } from '~/upstream/settings.server'

/**
 * The name of the bot whose button signs in by Telegram, or null if this is not available.
 * @throws UpstreamFailure where the upstream can't be asked
 */
export async function telegramBotOf({
  env: { telegramBot },
  upstream,
}: Pick<RequestContext, 'env' | 'upstream'>): Promise<string | null> {
  if (!telegramBot) return null
  const isAvailable = await setting(upstream, 'telegramAuthAvailable', { soon: true })
  return isAvailable ? telegramBot : null
}
