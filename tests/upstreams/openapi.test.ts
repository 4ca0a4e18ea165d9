import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Validator } from '@seriousme/openapi-schema-validator'
import openapiTS, { type OpenAPI3, astToString } from 'openapi-typescript'
import ts from 'typescript'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { anyUpstream, openUpstream } from '../contract/upstream'

/**
 * The OpenAPI document that the upstream publishes, used by third-party tools: a validator and a client
 * generator.
 */

let document: Document
const folder = mkdtempSync(join(tmpdir(), 'openapi-client-'))

type Document = Record<string, unknown> & { paths: Record<string, Record<string, Record<string, unknown>>> }

beforeAll(async () => {
  const upstream = await openUpstream(anyUpstream)
  document = (await (await fetch(`${upstream.url}/api/openapi.json`)).json()) as Document
  await upstream.close()
  const types = await openapiTS(structuredClone(document) as unknown as OpenAPI3)
  writeFileSync(join(folder, 'upstream.ts'), astToString(types))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

describe('the OpenAPI document', () => {
  it('is valid by the schema of OpenAPI', async () => {
    expect(await new Validator().validate(structuredClone(document))).toEqual({ valid: true })
  })

  it('is invalid if an operation has no answers', async () => {
    const broken = structuredClone(document)
    delete broken.paths['/auth/login']!.post!.responses
    broken.paths['/auth/login']!.post!.parameters = 'none'
    expect(await new Validator().validate(broken)).toMatchObject({ valid: false })
  })
})

const client = `
import type { paths } from './upstream'

declare function fetch(url: string, more?: object): Promise<{ json: () => Promise<unknown> }>

/** As openapi-fetch types its calls, in short. */
type Json<Message> = Message extends { content: { 'application/json': infer Body } } ? Body : never
type Success<Responses> = Json<Responses[keyof Responses & (200 | 201 | 202)]>
type Get<Path extends keyof paths> = paths[Path] extends { get: { responses: infer Responses } } ? Success<Responses> : never
type Post<Path extends keyof paths> = paths[Path] extends { post: infer Operation } ? Operation : never
type Asked<Operation> = Operation extends { requestBody: infer Body } ? Json<Body> : never
type Answered<Operation> = Operation extends { responses: infer Responses } ? Success<Responses> : never

async function get<Path extends keyof paths>(path: Path): Promise<Get<Path>> {
  return (await (await fetch('https://upstream.example/api' + path)).json()) as Get<Path>
}
async function post<Path extends keyof paths>(path: Path, body: Asked<Post<Path>>): Promise<Answered<Post<Path>>> {
  const asked = await fetch('https://upstream.example/api' + path, { method: 'POST', body: JSON.stringify(body) })
  return (await asked.json()) as Answered<Post<Path>>
}

export async function openSmallestDeposit(login: string, password: string): Promise<string> {
  const { refreshToken, user } = await post('/auth/login', { login, password })
  const token: string = refreshToken
  const balance = await get('/user/balance')
  const amount: string = balance.totalInUsdt
  const plans = await get('/settings_other/plans/available')
  const [plan] = plans.items
  if (!plan || !token) return user.login
  const { deposit } = await post('/funds/deposits', { planId: plan.id, currency: 'USDT', amount })
  const status: 'in_progress' | 'awaiting_completion' | 'closed' | 'unknown' = deposit.status
  return status
}
`

const options: ts.CompilerOptions = {
  ...{ strict: true, noEmit: true, types: [], noUncheckedIndexedAccess: true },
  ...{ target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.ESNext },
  ...{ moduleResolution: ts.ModuleResolutionKind.Bundler, lib: ['lib.es2023.d.ts'] },
}
const host = ts.createCompilerHost(options)
const readSource = host.getSourceFile.bind(host)
const sources = new Map<string, ts.SourceFile | undefined>()
/** Parses the files that are the same for every client once. */
host.getSourceFile = (name, ...more) => {
  if (name.endsWith('client.ts')) return readSource(name, ...more)
  if (!sources.has(name)) sources.set(name, readSource(name, ...more))
  return sources.get(name)
}

/** The compiler's errors about client code that uses the generated types. */
function problemsOf(source: string): string[] {
  const file = join(folder, 'client.ts')
  writeFileSync(file, source)
  const program = ts.createProgram([file], options, host)
  return ts
    .getPreEmitDiagnostics(program)
    .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n').split('\n', 1)[0]!)
}

describe('a client with generated types', () => {
  it('has a type for each call', () => {
    const types = readFileSync(join(folder, 'upstream.ts'), 'utf8')
    const unnamed = Object.keys(document.paths).filter((path) => !types.includes(`"${path}": {`))
    expect(unnamed).toEqual([])
  })

  it('compiles', () => {
    expect(problemsOf(client)).toEqual([])
  })

  it.each([
    ['a missing call', ["'/user/balance'", "'/user/balances'"], '/user/balances'],
    ['money as a number', ["currency: 'USDT', amount", "currency: 'USDT', amount: 5"], "'number'"],
    ['a missing field', ['plans.items', 'plans.rows'], "'rows'"],
    ['a status of another entry', ['= deposit.status', '= deposit.plan.tariff'], 'depth'],
  ] as const)('does not compile with %s', (_, [right, wrong], word) => {
    const mistaken = client.replace(right, wrong)
    expect(mistaken).not.toBe(client)
    expect(problemsOf(mistaken).join('\n')).toContain(word)
  })
})
