import { type OpenAPIV3_1 } from 'openapi-types'
import { z } from 'zod'
import { type Call } from '~/contract/call'
import { errorsOf } from '~/contract/call-errors'
import { type ErrorCode, Problem, errorStatus } from '~/contract/errors'
import { Id } from '~/contract/values'
import { mediaTypes } from '../domain/file-kinds'

/** The published description of the upstream, made from the contract alone. */

type Operation = OpenAPIV3_1.OperationObject<{ 'x-access': Call['access']; 'x-not-built'?: true }>
type Parameter = OpenAPIV3_1.ParameterObject

/**
 * OpenAPI 3.1. A call that this backend does not answer yet carries `x-not-built`.
 * @param calls `[resource.name, call]`
 * @param built the names of those that are answered
 */
export function openApiOf(
  calls: [id: string, call: Call][],
  built: ReadonlySet<string>,
): OpenAPIV3_1.Document {
  const paths: Record<string, Record<string, Operation>> = {}
  for (const [id, call] of calls) {
    // OpenAPI has no optional path parameters: such a call stands under both of its addresses.
    for (const [at, path] of addressesOf(call).entries()) {
      const operation = operationOf(at === 0 ? id : `${id}.short`, call, path)
      if (!built.has(id)) operation['x-not-built'] = true
      paths[path] = { ...paths[path], [call.method.toLowerCase()]: operation }
    }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Upstream API',
      version: '1.0.0',
      description:
        'Money travels as decimal strings, times as ISO 8601 in UTC, lists as pages. Texts follow Accept-Language.',
    },
    servers: [{ url: '/api' }],
    tags: [...new Set(calls.map(([id]) => id.split('.')[0]!))].map((name) => ({ name })), // an id has two parts
    paths,
    components: {
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } },
      schemas: { Problem: schemaOf(Problem, 'output') },
    },
  }
}

function operationOf(operationId: string, call: Call, path: string): Operation {
  return {
    operationId,
    tags: [operationId.split('.')[0]!], // an id has two parts
    summary: call.summary,
    security: call.access === 'public' ? [] : [{ bearer: [] }],
    'x-access': call.access,
    ...(call.extension && { 'x-extension': call.extension }),
    parameters: parametersOf(call).filter((p) => p.in !== 'path' || path.includes(`{${p.name}}`)),
    ...(bodyOf(call) && { requestBody: bodyOf(call) }),
    responses: {
      [call.status]: {
        description: 'Done',
        content: contentOf(call),
      },
      ...problemsOf(errorsOf(call)),
    },
  }
}

function contentOf(call: Call): OpenAPIV3_1.ResponseObject['content'] {
  // A file's bytes are what its media type says.
  if (call.attachment) return Object.fromEntries(mediaTypes.map((type) => [type, {}]))
  return { 'application/json': { schema: schemaOf(call.output, 'output') } }
}

function addressesOf(call: Call): string[] {
  const full = call.path.replace('?}', '}')
  const short = call.path.replace(/\/\{\w+\?\}/, '')
  return full === call.path ? [full] : [full, short]
}

function parametersOf(call: Call): Parameter[] {
  return [
    ...fieldsOf(call.params).map(([name, schema]) => parameter('path', name, schema)),
    ...fieldsOf(call.query).map(([name, schema]) => parameter('query', name, schema)),
    ...(call.keyed ? [parameter('header', 'Idempotency-Key', Id)] : []),
  ]
}

function fieldsOf(schema: z.ZodObject): [string, z.ZodType][] {
  return Object.entries<z.ZodType>(schema.shape)
}

function parameter(place: 'path' | 'query' | 'header', name: string, schema: z.ZodType): Parameter {
  return {
    name,
    in: place,
    required: place !== 'query',
    schema: schemaOf(schema, 'input') as Parameter['schema'],
  }
}

function bodyOf(call: Call): OpenAPIV3_1.RequestBodyObject | undefined {
  const schema = schemaOf(call.body, 'input')
  if (call.files) return { required: true, content: { 'multipart/form-data': formOf(schema, call.files) } }
  if (Object.keys(call.body.shape).length === 0) return undefined
  return { required: true, content: { 'application/json': { schema } } }
}

/** Text fields stand before files; each file is there once. */
function formOf(fields: OpenAPIV3_1.SchemaObject, files: readonly string[]): OpenAPIV3_1.MediaTypeObject {
  const file = { type: 'string', contentMediaType: 'application/octet-stream' } as const
  const each = <Value>(value: Value) => Object.fromEntries(files.map((name) => [name, value]))
  const schema = {
    ...fields,
    properties: { ...fields.properties, ...each(file) },
    required: [...(fields.required ?? []), ...files],
  }
  return {
    schema: schema, // made from one by adding fields
    encoding: each({ contentType: mediaTypes.join(', ') }),
  }
}

function problemsOf(codes: readonly ErrorCode[]): OpenAPIV3_1.ResponsesObject {
  const statuses = [...new Set(codes.map((code) => errorStatus[code]))].sort()
  return Object.fromEntries(
    statuses.map((status) => [
      status,
      {
        description: codes.filter((code) => errorStatus[code] === status).join(', '),
        content: { 'application/json': { schema: { $ref: '#/components/schemas/Problem' } } },
      },
    ]),
  )
}

function schemaOf(schema: z.ZodType, io: 'input' | 'output'): OpenAPIV3_1.SchemaObject {
  const { $schema, ...json } = z.toJSONSchema(schema, { io, unrepresentable: 'any' })
  void $schema // OpenAPI 3.1 names the dialect for the whole document
  return json as OpenAPIV3_1.SchemaObject
}
