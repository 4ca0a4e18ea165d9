import { panel, partIfKept } from '~/upstream/panel.server'
import { extensionsOf, setting } from '~/upstream/settings.server'
import { type Upstream } from '~/upstream/types'

/** Whether what is held can be taken and erased here, or at least be asked for by writing to somebody. */
export async function hasDataPage(upstream: Upstream): Promise<boolean> {
  const extensions = await panel(extensionsOf(upstream))
  if (extensions?.has('account') ?? true) return true
  return (await partIfKept(setting(upstream, 'contacts'))) !== undefined
}
