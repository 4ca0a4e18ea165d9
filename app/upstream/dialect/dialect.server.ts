import { z } from 'zod'
import { calls as contractCalls } from '~/contract'
import { type Call } from '~/contract/call'
import { errorStatus } from '~/contract/errors'

/**
 * A dialect: a JSON or YAML file in which the owner of an upstream declares how it differs from the contract.
 * Everything that it omits is as in the contract. `docs/upstream.md` explains how to write one.
 */

const contractCallOf = new Map(contractCalls)
const callIds = [...contractCallOf.keys()] as [string, ...string[]]

const Name = z.string().min(1).max(200)
/** A path of nested fields: `data.items`. */
const Path = z.string().regex(/^[^.\s]+(\.[^.\s]+)*$/, 'is no path of field names joined by points')
const Renaming = z.record(Name, Name)
/** False for a field that is not sent. */
const OutRenaming = z.record(Name, z.union([Name, z.literal(false)], 'is a name, or false'))
/** The contract's words by the upstream's; numbers as digits. */
const Words = z.record(z.string().max(200), Name)

const Method = z.enum(['GET', 'POST', 'PUT', 'PATCH', 'DELETE'])
const Send = z.enum(['query', 'body', 'form'])

const CallDialect = z.strictObject({
  method: Method.optional().describe('In place of the method of the contract'),
  path: z
    .string()
    .regex(/^\/[^?#\s]*$/, 'begins with a slash and has no query')
    .optional()
    .describe("In place of the contract's path below the prefix; {names} are the contract's"),
  send: Send.optional().describe(
    'Where all that is sent goes: the query, a JSON body, or a body as forms have it',
  ),
  constant: z
    .record(Name, z.union([z.string(), z.number(), z.boolean(), z.null()]))
    .optional()
    .describe('Sent along with every such call'),
  out: OutRenaming.optional().describe(
    "Names of what is sent: the contract's, and the upstream's, or false for what is not sent",
  ),
  flat: Name.optional().describe(
    'A field of what is sent whose own fields are sent in its place, such as data',
  ),
  answer: Path.optional().describe('Where in the answer that lies which is asked for'),
  total: Path.optional().describe('Where in the answer the number of all rows of a list lies'),
  in: Renaming.optional().describe("Names of what is answered: the upstream's, and the contract's"),
  words: z
    .record(Name, Words)
    .optional()
    .describe("By field of the contract: the upstream's words, and the contract's"),
})
export type CallDialect = z.infer<typeof CallDialect>

/** Headers that the bearer may not be sent in, because that would break the request. */
const takenHeaders = new Set([
  ...[
    'accept',
    'accept-language',
    'content-type',
    'content-length',
    'connection',
    'expect',
    'host',
    'keep-alive',
  ],
  ...['transfer-encoding', 'upgrade', 'idempotency-key', 'user-agent', 'x-device-id', 'x-forwarded-for'],
  'x-request-id',
])

const errorWords = Object.keys(errorStatus) as [keyof typeof errorStatus]

export const Dialect = z
  .strictObject({
    $schema: z.string().optional(),
    prefix: z
      .string()
      .regex(/^(\/[^?#\s]*[^?#\s/])?$/, 'begins with a slash and ends with none, or is empty')
      .default('/api')
      .describe('The prefix of each path'),
    bearer: z
      .strictObject({
        header: z
          .string()
          .regex(/^[A-Za-z0-9-]{1,64}$/, 'is no name of a header')
          .refine(
            (name) => !takenHeaders.has(name.toLowerCase()),
            'is a header that the app sends something else in',
          )
          .default('authorization'),
        scheme: z
          .string()
          .regex(/^[A-Za-z0-9-]{0,32}$/, 'is no scheme')
          .default('Bearer')
          .describe('Before the token; empty for none'),
      })
      .prefault({})
      .describe('How the bearer token is sent'),
    method: Method.optional().describe('The method of every call that names none of its own'),
    send: Send.optional().describe(
      'Where all that is sent goes, in every call that does not say it for itself',
    ),
    names: z
      .enum(['snake_case', 'kebab-case', 'PascalCase'])
      .optional()
      .describe('How all names of fields are written, sent and answered; the contract has camelCase'),
    out: OutRenaming.default({}).describe(
      "Names of what is sent, in every call: the contract's, and the upstream's, or false for what is not sent",
    ),
    offset: Name.optional().describe(
      'For an upstream that counts rows and not pages: the name of the field that says how many to skip, in place of page',
    ),
    in: Renaming.default({}).describe(
      "Names of what is answered, in every call: the upstream's, and the contract's",
    ),
    numbers: z
      .array(Name)
      .default([])
      .describe('Fields of the contract that are sent as JSON numbers, where it has strings: amounts, ids'),
    answer: Path.optional().describe('Where in every answer that lies which is asked for'),
    total: Path.optional().describe('Where in every answer the number of all rows of a list lies'),
    success: z
      .strictObject({ field: Path, is: z.union([z.string(), z.number(), z.boolean()]) })
      .optional()
      .describe(
        'For an upstream that refuses with a status of success: the field that tells, and what it is when all is well',
      ),
    error: z
      .strictObject({ message: Path.optional(), code: Path.optional(), fields: Path.optional() })
      .prefault({})
      .describe('Where a refusal has its message, its code, and what it says of fields'),
    errors: z
      .record(z.string().max(300), z.enum(errorWords, 'is no error of the contract'))
      .default({})
      .describe("The upstream's codes or texts of errors, and the contract's words for them"),
    words: z
      .record(Name, Words)
      .default({})
      .describe("By field of the contract: the upstream's words, and the contract's"),
    acknowledges: z
      .boolean()
      .default(true)
      .describe('Whether an empty object as the answer of a change means that it was made'),
    socket: z
      .union(
        [
          z.literal(false),
          z.strictObject({
            url: z
              .url({ protocol: /^(https?|wss?)$/, error: 'is no address of http, https, ws or wss' })
              .optional()
              .describe("Where it is, if not at the upstream's address"),
            path: z
              .string()
              .regex(/^\/[^?#\s]*$/, 'begins with a slash and has no query')
              .default('/socket.io'),
            notification: Name.default('notification').describe('The event that comes in'),
            readNotification: Name.default('readNotification').describe('The event that goes out'),
            bearer: z
              .enum(['auth', 'header', 'query'])
              .default('auth')
              .describe(
                "Where the handshake has the bearer token: in its auth, in a header, which is the calls' own, or in the query",
              ),
            token: Name.default('token').describe("The token's name in auth or in the query"),
          }),
        ],
        'is false, or says where it is',
      )
      .prefault({})
      .describe('Where notifications come from; false for none'),
    calls: z
      .partialRecord(
        z.enum(callIds),
        z.union([z.literal(false), CallDialect], 'is false, or says how the call differs'),
      )
      .default({})
      .describe('By call of the contract; false for one that the upstream does not have'),
  })
  .superRefine((dialect, context) => {
    for (const [id, own] of Object.entries(dialect.calls)) {
      const call = contractCallOf.get(id)
      if (!own || !call) continue
      for (const [, name = ''] of own.path?.matchAll(/\{([^}]*)\}/g) ?? [])
        if (!Object.hasOwn(call.params.shape, name.replace(/\?$/, '')))
          context.addIssue({
            code: 'custom',
            path: ['calls', id, 'path'],
            message: `{${name}} is nothing that the contract has in the path of this call`,
          })
      const sent = sentNames(call)
      for (const name of [...Object.keys(own.out ?? {}), ...(own.flat === undefined ? [] : [own.flat])])
        if (!sent.has(name))
          context.addIssue({
            code: 'custom',
            path: ['calls', id, ...(own.out && name in own.out ? ['out', name] : ['flat'])],
            message: `${name} is nothing that the contract sends in this call`,
          })
      const method = own.method ?? dialect.method ?? call.method
      const send = own.send ?? dialect.send
      if (method === 'GET' && (send === 'body' || send === 'form'))
        context.addIssue({ code: 'custom', path: ['calls', id], message: 'GET can not send a body' })
    }
    for (const name of Object.keys(dialect.out))
      if (!contractCalls.some(([, call]) => sentNames(call).has(name)))
        context.addIssue({
          code: 'custom',
          path: ['out', name],
          message: `${name} is nothing that the contract sends`,
        })
    if (dialect.method === 'GET' && (dialect.send === 'body' || dialect.send === 'form'))
      context.addIssue({ code: 'custom', path: ['send'], message: 'GET can not send a body' })
  })
export type Dialect = z.infer<typeof Dialect>

/** The dialect of an upstream without differences. */
export const plainDialect: Dialect = Dialect.parse({})

/** The names of all fields that are sent in a call, at every depth. */
function sentNames({ params, query, body, files = [] }: Call): Set<string> {
  const names = new Set<string>(files)
  const collect = (schema: unknown): void => {
    if (schema instanceof z.ZodObject)
      for (const [name, part] of Object.entries(schema.shape)) {
        names.add(name)
        collect(part)
      }
    else if (schema instanceof z.ZodArray) collect(schema.element)
    else if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable) collect(schema.unwrap())
    else if (schema instanceof z.ZodDefault) collect(schema.unwrap())
    else if (schema instanceof z.ZodUnion) for (const option of schema.options) collect(option)
  }
  for (const schema of [params, query, body]) collect(schema)
  return names
}
