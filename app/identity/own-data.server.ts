import { panel, partIfKept } from '~/upstream/panel.server'
import { extensionsOf, setting } from '~/upstream/settings.server'
import { type Upstream } from '~/upstream/types'

/** Whether the reader can download or erase their data here, or at least write to somebody about it. */
export async function hasDataPage(upstream: Upstream): Promise<boolean> {
  const extensions = await panel(extensionsOf(upstream))
  if (extensions?.has('account') ?? true) return true
  return (await partIfKept(setting(upstream, 'contacts'))) !== undefined
}
