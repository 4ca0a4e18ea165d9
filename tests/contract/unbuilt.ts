import { calls } from '~/contract'
import { type TestUpstream } from './upstream'

/** The calls that the upstream's own OpenAPI document marks as not implemented, by the contract's names. */
export async function unbuiltCalls({ url }: TestUpstream): Promise<string[]> {
  const document = (await (await fetch(`${url}/api/openapi.json`)).json()) as {
    paths: Record<string, Record<string, { operationId: string; 'x-not-built'?: true }>>
  }
  const operations = Object.values(document.paths).flatMap((path) => Object.values(path))
  const names = new Set(operations.filter((one) => one['x-not-built']).map((one) => one.operationId))
  return calls.map(([id]) => id).filter((id) => names.has(id))
}
