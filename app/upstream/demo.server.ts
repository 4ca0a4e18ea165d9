import { type RequestContext } from '~/context'
import { publicPanel } from './panel.server'
import { extensionsOf } from './settings.server'

/** Whether a demonstration answers; of our own backend that is known without asking, and so also while it fails. */
export async function isDemonstration({
  env,
  upstream,
}: Pick<RequestContext, 'env' | 'upstream'>): Promise<boolean> {
  if (env.demo) return true
  return (await publicPanel(extensionsOf(upstream, { soon: true })))?.has('demo') ?? false
}
