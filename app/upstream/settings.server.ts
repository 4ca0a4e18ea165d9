import { type SettingKey, type SettingValue } from '~/contract/settings'
import { UpstreamFailure } from './failure.server'
import { type SendOptions, type Upstream, type UpstreamPool } from './types'

/** Whether the page can do without the answer. */
type Urgency = Pick<SendOptions, 'soon'>

/**
 * Settings asked for by one reader's request: the layout and the page often want the same one. What is asked for as
 * a mere part is given up sooner, so it is no answer to who needs it.
 */
const request = new WeakMap<Upstream, Map<string, Promise<unknown>>>()

/**
 * The value of one setting, in the reader's language where it has text. Asked for once a request.
 * @throws UpstreamFailure `not_found` when this upstream does not have it
 */
export function setting<Key extends SettingKey>(
  upstream: Upstream,
  key: Key,
  { soon = false }: Urgency = {},
): Promise<SettingValue<Key>> {
  const known = request.get(upstream) ?? new Map<string, Promise<unknown>>()
  request.set(upstream, known)
  const name = `${key} ${soon}`
  const value = known.get(name) ?? fetchSetting(upstream, key, { soon })
  known.set(name, value)
  return value as Promise<SettingValue<Key>>
}

async function fetchSetting(upstream: Upstream, key: SettingKey, urgency: Urgency): Promise<unknown> {
  const answer = await upstream.settings.get({ key }, urgency).catch((error: unknown) => {
    throw asNotThere(error)
  })
  if (answer.key === key) return answer.value
  // It passed the schema of another key, so its value is not what was asked for.
  const detail = `asked for ${key}, got ${answer.key}`
  const call = 'settings.get'
  throw new UpstreamFailure({ kind: 'bad_upstream', call, requestId: '', status: 502, sent: true, detail })
}

/** Upstreams say in their own ways that they don't know a setting. */
function asNotThere(error: unknown): unknown {
  if (!isUnknownQuestion(error)) return error
  const { call, requestId, sent } = error
  return new UpstreamFailure({ kind: 'not_found', call, requestId, status: 404, sent })
}

function isUnknownQuestion(error: unknown): error is UpstreamFailure {
  return error instanceof UpstreamFailure && ['not_found', 'refused', 'forbidden'].includes(error.kind)
}

/**
 * For a page that is of an extension alone.
 * @throws Response 404 where this upstream does not have it
 */
export async function requireExtension(upstream: Upstream, name: string): Promise<void> {
  if (!(await extensionsOf(upstream)).has(name)) throw new Response(null, { status: 404 })
}

/** The extensions that this upstream names; none where it does not know the question. */
export async function extensionsOf(upstream: Upstream, urgency?: Urgency): Promise<ReadonlySet<string>> {
  try {
    return new Set(await setting(upstream, 'extensions', urgency))
  } catch (error) {
    if (error instanceof UpstreamFailure && error.kind === 'not_found') return new Set()
    throw error
  }
}

/** What the log may hold of the names that an upstream gives its extensions. */
const maxNames = 50
const nameLike = /^[\w-]{1,40}$/

/** The extensions that an upstream names to whoever asks; null where that can't be told now. */
export async function extensionsSeen(pool: UpstreamPool, signal: AbortSignal): Promise<string[] | null> {
  const upstream = pool.for({ token: null, language: 'en', requestId: 'start', address: null })
  try {
    const { key, value } = await upstream.settings.get({ key: 'extensions' }, { signal })
    return key === 'extensions' ? value.filter((name) => nameLike.test(name)).slice(0, maxNames) : null
  } catch (error) {
    return isUnknownQuestion(error) ? [] : null
  }
}
