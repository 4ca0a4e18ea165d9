import swagger from '@fastify/swagger'
import Fastify from 'fastify'
import { validatorCompiler } from 'fastify-type-provider-zod'
import { type OpenAPIV3_1 } from 'openapi-types'
import { describe, expect, it } from 'vitest'
import { calls } from '~/contract/index'
import { openApiOptions } from './openapi'
import { type RouteOptions, addRoute } from './route'

const built = new Set(calls.map(([id]) => id).filter((id) => id !== 'content.news'))
const document = await describeCalls()

/** Options of routes that the test never calls. */
async function describeCalls(): Promise<OpenAPIV3_1.Document> {
  const app = Fastify()
  app.setValidatorCompiler(validatorCompiler)
  await app.register(swagger, openApiOptions(calls, built))
  for (const call of calls) addRoute(app, call, null, {} as RouteOptions)
  app.get('/api/openapi.json', () => app.swagger())
  await app.ready()
  return app.swagger() as OpenAPIV3_1.Document
}

const operations = Object.entries(document.paths ?? {}).flatMap(([path, item]) =>
  Object.entries(item ?? {}).map(([method, operation]) => ({
    path,
    method,
    operation: operation as Operation,
  })),
)

interface Operation {
  operationId: string
  'x-not-built'?: true
  'x-access': string
  security: object[]
  parameters?: { name: string; in: string; required: boolean; schema: object }[]
  requestBody?: {
    content: Record<string, { schema: { required?: string[]; properties: object }; encoding?: object }>
  }
  responses: Record<string, { description: string; content: object }>
}

const find = (id: string) => operations.find(({ operation }) => operation.operationId === id)!

describe('the OpenAPI document', () => {
  it('has version 3.1 and can be written as JSON', () => {
    expect(document.openapi).toBe('3.1.0')
    expect(JSON.parse(JSON.stringify(document))).toEqual(document)
  })

  it('has every call of the contract, by method and path', () => {
    expect(calls.map(([id]) => id).filter((id) => !find(id))).toEqual([])
    expect(new Set(operations.map(({ operation }) => operation.operationId)).size).toBe(operations.length)
    expect(find('deposits.close')).toMatchObject({
      path: '/funds/deposits/client/close/{id}',
      method: 'post',
    })
  })

  it('marks calls that are not implemented', () => {
    expect(
      operations.filter(({ operation }) => operation['x-not-built']).map((one) => one.operation.operationId),
    ).toEqual(['content.news'])
  })

  it('names each parameter of a path exactly as the path does', () => {
    for (const { path, operation } of operations) {
      const inPath = (operation.parameters ?? [])
        .filter((one) => one.in === 'path')
        .map(({ name }) => `{${name}}`)
      expect([path, inPath]).toEqual([path, path.match(/\{\w+\}/g) ?? []])
    }
    // A path whose last parameter is optional is listed as two paths.
    expect(find('auth.telegram').path).toBe('/auth/telegram/{login}')
    expect(find('auth.telegram.short').path).toBe('/auth/telegram')
  })

  it('says who may call, what a keyed call needs and how it may be refused', () => {
    const { operation } = find('deposits.create')
    expect(operation['x-access']).toBe('investor')
    expect(operation.security).toEqual([{ bearer: [] }])
    expect(operation.parameters).toContainEqual(
      expect.objectContaining({ name: 'Idempotency-Key', in: 'header', required: true }),
    )
    expect(operation.requestBody?.content['application/json']?.schema.required).toEqual([
      'planId',
      'currency',
      'amount',
    ])
    expect(Object.keys(operation.responses)).toEqual([
      '201',
      '400',
      '401',
      '403',
      '409',
      '413',
      '422',
      '429',
      '500',
    ])
    expect(operation.responses['422']?.description).toContain('insufficient_funds')
    expect(find('settings.plans').operation.security).toEqual([])
  })

  it('describes uploads as multipart with their files', () => {
    const { content } = find('userData.verify').operation.requestBody!
    expect(Object.keys(content)).toEqual(['multipart/form-data'])
    const { schema, encoding } = content['multipart/form-data']!
    const fields = ['fullName', 'birthDate', 'maritalStatus', 'documentNumber']
    const files = ['photoDocument', 'photoLogin', 'photoWallet']
    expect(Object.keys(schema.properties)).toEqual([...fields, ...files])
    expect(schema.required).toEqual([...fields, ...files])
    expect(Object.keys(encoding!)).toEqual(files)
    expect(encoding).toHaveProperty('photoLogin.contentType', expect.stringContaining('image/webp'))
  })

  it('has no broken reference', () => {
    const references = [...JSON.stringify(document).matchAll(/"\$ref":"([^"]+)"/g)].map(
      ([, target]) => target,
    )
    expect([...new Set(references)]).toEqual(['#/components/schemas/Problem'])
  })
})
