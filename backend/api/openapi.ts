import { type FastifyDynamicSwaggerOptions } from '@fastify/swagger'
import { jsonSchemaTransform, jsonSchemaTransformObject } from 'fastify-type-provider-zod'
import { type OpenAPIV3_1 } from 'openapi-types'
import { z } from 'zod'
import { type Call } from '~/contract/call'
import { errorsOf } from '~/contract/call-errors'
import { Problem, errorStatus } from '~/contract/errors'
import { IdempotencyKey } from '~/contract/values'
import { mediaTypes } from '../domain/file-kinds'

/** The published description of the upstream: an operation of OpenAPI 3.1 for each route, in the contract's words. */

type Transform = NonNullable<FastifyDynamicSwaggerOptions['transform']>
type RouteSchema = Parameters<Transform>[0]['schema']
type Document = Partial<OpenAPIV3_1.Document>

/**
 * Options of `@fastify/swagger`: routes with the name of a call in their config are described, others are not. A call
 * that this backend does not answer yet carries `x-not-built`.
 * @param calls `[resource.name, call]`
 * @param built the names of those that are answered
 */
export function openApiOptions(
  calls: [id: string, call: Call][],
  built: ReadonlySet<string>,
): FastifyDynamicSwaggerOptions {
  const byId = new Map(calls)
  return {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Upstream API',
        version: '1.0.0',
        description:
          'Money travels as decimal strings, times as ISO 8601 in UTC, lists as pages. Texts follow Accept-Language.',
      },
      servers: [{ url: '/api' }],
      tags: [...new Set(calls.map(([id]) => tagOf(id)))].map((name) => ({ name })),
      components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } } },
    },
    convertConstToEnum: false,
    transform(request) {
      const id = request.route.config?.call
      const call = id === undefined ? undefined : byId.get(id)
      if (id === undefined || !call) return { schema: { hide: true }, url: request.url }
      const schema = { ...schemaOf(id, call, request.url), ...(!built.has(id) && { 'x-not-built': true }) }
      return jsonSchemaTransform({ ...request, schema })
    },
    transformObject(request) {
      const document = jsonSchemaTransformObject(request) as Document
      delete document.components?.schemas?.['ProblemInput'] // a client never sends one
      for (const [, call] of calls) nameKindsOfFiles(document, call)
      return document
    },
  }
}

/** The schema of a route for the document only. No request is validated by it. */
function schemaOf(id: string, call: Call, url: string): RouteSchema {
  const params = Object.keys(call.params.shape).filter((name) => url.includes(`:${name}`))
  const isShort = params.length < Object.keys(call.params.shape).length
  return {
    operationId: isShort ? `${id}.short` : id,
    tags: [tagOf(id)],
    summary: call.summary,
    security: call.access === 'public' ? [] : [{ bearer: [] }],
    'x-access': call.access,
    ...(call.extension && { 'x-extension': call.extension }),
    params: z.object(Object.fromEntries(params.map((name) => [name, call.params.shape[name] as z.ZodType]))),
    querystring: call.query,
    ...(call.keyed && { headers: z.object({ 'Idempotency-Key': IdempotencyKey }) }),
    ...bodyOf(call),
    response: { [call.status]: { description: 'Done', content: contentOf(call) }, ...problemsOf(call) },
  } as RouteSchema
}

function bodyOf({ body, files }: Call): object {
  // Text fields come before files; each file comes once.
  if (files) {
    const parts = Object.fromEntries(files.map((name) => [name, z.file()]))
    return { body: body.extend(parts), consumes: ['multipart/form-data'] }
  }
  return Object.keys(body.shape).length === 0 ? {} : { body }
}

function contentOf({ attachment, output }: Call): object {
  // The media type alone describes the bytes of a file.
  if (attachment) return Object.fromEntries(mediaTypes.map((type) => [type, { schema: z.any() }]))
  return { 'application/json': { schema: output } }
}

function problemsOf(call: Call): object {
  const codes = errorsOf(call)
  const statuses = [...new Set(codes.map((code) => errorStatus[code]))].sort()
  return Object.fromEntries(
    statuses.map((status) => [
      status,
      {
        description: codes.filter((code) => errorStatus[code] === status).join(', '),
        content: { 'application/json': { schema: Problem } },
      },
    ]),
  )
}

/** The media types of a form's files, which OpenAPI has next to the schema of the form and not in it. */
function nameKindsOfFiles(document: Document, { path, method, files }: Call): void {
  if (!files) return
  const operation = document.paths?.[path]?.[method.toLowerCase() as 'post']
  const body = operation?.requestBody as OpenAPIV3_1.RequestBodyObject | undefined
  const form = body?.content['multipart/form-data']
  if (form)
    form.encoding = Object.fromEntries(files.map((name) => [name, { contentType: mediaTypes.join(', ') }]))
}

/** An id has two parts. */
function tagOf(id: string): string {
  return id.split('.')[0]!
}
