import { type SettingKey, type SettingValue } from '~/contract/settings'
import { UpstreamFailure } from './failure.server'
import { type SendOptions, type Upstream, type UpstreamPool } from './types'

/** Whether the page can do without the answer. */
type Urgency = Pick<SendOptions, 'soon'>

/**
 * Settings of one request, cached: layout and page often need the same one. A setting that is an optional part has a shorter
 * timeout, so it is cached apart from one that the page needs.
 */
const settingsByUpstream = new WeakMap<Upstream, Map<string, Promise<unknown>>>()

/**
 * The value of one setting, in the reader's language where it has text. Requested once per request.
 * @throws UpstreamFailure `not_found` when this upstream does not have it
 */
export function setting<Key extends SettingKey>(
  upstream: Upstream,
  key: Key,
  { soon = false }: Urgency = {},
): Promise<SettingValue<Key>> {
  const known = settingsByUpstream.get(upstream) ?? new Map<string, Promise<unknown>>()
  settingsByUpstream.set(upstream, known)
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
  // The value matches the schema of another key, so it is not the requested one.
  const detail = `asked for ${key}, got ${answer.key}`
  const call = 'settings.get'
  throw new UpstreamFailure({ kind: 'bad_upstream', call, requestId: '', status: 502, sent: true, detail })
}

/** Upstreams answer with various failures for a setting that they don't have. */
function asNotThere(error: unknown): unknown {
  if (!isUnknownQuestion(error)) return error
  const { call, requestId, sent } = error
  return new UpstreamFailure({ kind: 'not_found', call, requestId, status: 404, sent })
}

function isUnknownQuestion(error: unknown): error is UpstreamFailure {
  return error instanceof UpstreamFailure && ['not_found', 'refused', 'forbidden'].includes(error.kind)
}

/**
 * For a page that needs an extension.
 * @throws Response 404 where this upstream does not have it
 */
export async function requireExtension(upstream: Upstream, name: string): Promise<void> {
  if (!(await extensionsOf(upstream)).has(name)) throw new Response(null, { status: 404 })
}

/** The extensions whose parts stand on the page about the account's security, which is there with any of them. */
export const securityExtensions = ['secondFactors', 'walletList', 'mailPhrase'] as const

/** Extensions that are of no use without another one, as the contract says. */
const prerequisites: Readonly<Record<string, string>> = { passkeys: 'secondFactors' }

/** The extensions that this upstream lists, each with what it needs; none if it has no such setting. */
export async function extensionsOf(upstream: Upstream, urgency?: Urgency): Promise<ReadonlySet<string>> {
  try {
    const listed = new Set(await setting(upstream, 'extensions', urgency))
    return new Set([...listed].filter((name) => listed.has(prerequisites[name] ?? name)))
  } catch (error) {
    if (error instanceof UpstreamFailure && error.kind === 'not_found') return new Set()
    throw error
  }
}

/** Bounds on the extension names that go into the log. */
const maxNames = 50
const nameLike = /^[\w-]{1,40}$/

/** The extensions that the upstream lists to visitors; null if it can't be reached now. */
export async function extensionsSeen(pool: UpstreamPool, signal: AbortSignal): Promise<string[] | null> {
  const upstream = pool.for({ token: null, language: 'en', requestId: 'start', address: null })
  try {
    const { key, value } = await upstream.settings.get({ key: 'extensions' }, { signal })
    return key === 'extensions' ? value.filter((name) => nameLike.test(name)).slice(0, maxNames) : null
  } catch (error) {
    return isUnknownQuestion(error) ? [] : null
  }
}
