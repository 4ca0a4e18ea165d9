import { type SettingKey, type SettingValue } from '~/contract/settings'
import { UpstreamFailure } from './failure.server'
import { type Upstream } from './types'

/** Settings asked for by one reader's request: the layout and the page often want the same one. */
const asked = new WeakMap<Upstream, Map<SettingKey, Promise<unknown>>>()

/**
 * The value of one setting, in the reader's language where it has text. Asked for once a request.
 * @throws UpstreamFailure `not_found` when this upstream does not have it
 */
export function setting<Key extends SettingKey>(upstream: Upstream, key: Key): Promise<SettingValue<Key>> {
  const known = asked.get(upstream) ?? new Map<SettingKey, Promise<unknown>>()
  asked.set(upstream, known)
  const value = known.get(key) ?? fetchSetting(upstream, key)
  known.set(key, value)
  return value as Promise<SettingValue<Key>>
}

async function fetchSetting(upstream: Upstream, key: SettingKey): Promise<unknown> {
  const answer = await upstream.settings.get({ key })
  if (answer.key === key) return answer.value
  // It passed the schema of another key, so its value is not what was asked for.
  const detail = `asked for ${key}, got ${answer.key}`
  const call = 'settings.get'
  throw new UpstreamFailure({ kind: 'bad_upstream', call, requestId: '', status: 502, sent: true, detail })
}

/** The extensions that this upstream names; none where it does not know the question. */
export async function extensionsOf(upstream: Upstream): Promise<ReadonlySet<string>> {
  try {
    return new Set(await setting(upstream, 'extensions'))
  } catch (error) {
    if (error instanceof UpstreamFailure && error.kind === 'not_found') return new Set()
    throw error
  }
}
