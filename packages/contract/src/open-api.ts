import * as z from 'zod/mini'
import { appConfig } from './entities/app-config.js'
import { linkedAccount } from './entities/linked-account.js'
import { session } from './entities/session.js'
import { user } from './entities/user.js'
import type { ErrorCode } from './error-codes.js'
import { sealed, walletRoot } from './features/embedded-wallet.js'
import {
  errorSchema,
  examples,
  type JsonObject,
  security,
  securitySchemes,
} from './open-api-parts.js'
import { walletIndex } from './primitives.js'
import { refusalsOf } from './refusals.js'
import { defaultPrefixes, type Route, type RouteGroup } from './route.js'

export type { Json, JsonObject } from './open-api-parts.js'

/** Entities that the document names once and refers to. */
const entities = {
  AppConfig: appConfig,
  LinkedAccount: linkedAccount,
  Sealed: sealed,
  Session: session,
  User: user,
  WalletRoot: walletRoot,
} satisfies Record<string, z.ZodMiniType>

/**
 * The OpenAPI 3.1 document of a route tree: every route once, with its prefixes as servers, its parameters, body and
 * answer, every status and code it can be refused with, and who may call it.
 *
 * Bodies and queries are described as they are sent, answers as they arrive; an answer may gain fields at any time.
 * Rules that JSON Schema has no word for (a checksum, a parser) show only as the type they check.
 *
 * @throws TypeError when two routes share a method and path, or one path has different prefixes.
 */
export function openApi(
  api: Record<string, RouteGroup>,
  about: { title: string; version: string },
): JsonObject {
  const schemas: JsonObject = { Error: errorSchema }
  const paths: Record<string, JsonObject> = {}
  for (const [feature, group] of Object.entries(api))
    for (const [name, route] of Object.entries(group)) {
      const method = route.method.toLowerCase()
      const servers: JsonObject = route.prefixes ? { servers: serversOf(route.prefixes) } : {}
      const item = paths[route.path] ?? servers
      if (item[method]) throw new TypeError(`two routes at ${route.method} ${route.path}`)
      if (JSON.stringify(item.servers) !== JSON.stringify(servers.servers))
        throw new TypeError(`two lists of prefixes at ${route.path}`)
      const id = `${feature}.${name}`
      paths[route.path] = { ...item, [method]: operation(route, { id, feature, schemas }) }
    }
  return {
    openapi: '3.1.0',
    info: { ...about, license: { name: 'Apache-2.0', identifier: 'Apache-2.0' } },
    servers: serversOf(defaultPrefixes),
    paths,
    components: { schemas, examples, securitySchemes },
  }
}

function serversOf(prefixes: readonly string[]): JsonObject[] {
  return prefixes.map((url) => ({ url }))
}

function operation(
  route: Route,
  { id, feature, schemas }: { id: string; feature: string; schemas: JsonObject },
): JsonObject {
  const parameters = [...parametersOf(route.params, 'path'), ...parametersOf(route.query, 'query')]
  return {
    operationId: id,
    tags: [feature],
    summary: route.summary,
    'x-sallyport-auth': route.auth,
    security: security[route.auth],
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(route.body
      ? { requestBody: { required: true, content: jsonContent(sent(route.body)) } }
      : {}),
    responses: {
      ...(route.noContent
        ? { '204': { description: 'No content' } }
        : {
            '200': { description: 'OK', content: jsonContent(answered(route.response, schemas)) },
          }),
      ...refusals(route),
    },
  }
}

/** Error answers by status. */
function refusals(route: Route): JsonObject {
  const byStatus: Record<string, ErrorCode[]> = {}
  for (const { code, status } of refusalsOf(route))
    byStatus[status] = [...(byStatus[status] ?? []), code]
  return Object.fromEntries(
    Object.entries(byStatus).map(([status, list]) => [
      status,
      {
        description: list.join(', '),
        content: {
          'application/json': {
            schema: {
              allOf: [{ $ref: '#/components/schemas/Error' }],
              properties: { code: { enum: list } },
            },
            examples: Object.fromEntries(
              list.map((code) => [code, { $ref: `#/components/examples/${code}` }]),
            ),
          },
        },
      },
    ]),
  )
}

function parametersOf(schema: z.ZodMiniType | undefined, place: 'path' | 'query'): JsonObject[] {
  if (!schema) return []
  const { properties = {}, required = [] } = sent(schema)
  // `toJSONSchema` of an object schema: `properties` maps names to schemas, `required` lists names.
  const names = required as string[]
  return Object.entries(properties as JsonObject).map(([name, rule]) => ({
    name,
    in: place,
    required: place === 'path' || names.includes(name),
    schema: rule,
  }))
}

/** A schema of what a client sends. */
function sent(schema: z.ZodMiniType): JsonObject {
  return toJson(schema, 'input')
}

/** A schema of what the server answers; entities in it become components. */
function answered(schema: z.ZodMiniType, schemas: JsonObject): JsonObject {
  const metadata = z.registry<{ id: string }>()
  for (const [id, entity] of Object.entries(entities)) metadata.add(entity, { id })
  const { $defs = {}, ...rest } = toJson(schema, 'output', metadata)
  for (const [id, rule] of Object.entries($defs as JsonObject)) {
    // What `$defs` holds are schemas: objects. Each carries the name it was registered under.
    const { id: _name, ...entity } = rule as JsonObject
    schemas[id] = entity
  }
  return rest
}

function toJson(
  schema: z.ZodMiniType,
  io: 'input' | 'output',
  metadata = z.registry<{ id: string }>(),
): JsonObject {
  const { $schema: _dialect, ...rule } = z.toJSONSchema(schema, {
    io,
    metadata,
    unrepresentable: 'any',
    override({ zodSchema, jsonSchema }) {
      if (io === 'output' && jsonSchema.additionalProperties === false)
        delete jsonSchema.additionalProperties
      // Its range is one function, which JSON Schema cannot see into.
      if (Object.is(zodSchema, walletIndex))
        Object.assign(jsonSchema, { type: 'integer', minimum: 0, maximum: 2 ** 31 - 1 })
    },
  })
  // The document is written out as JSON; a round trip drops `undefined` and proves it is nothing else.
  const text = JSON.stringify(rule).replaceAll('"#/$defs/', '"#/components/schemas/')
  return JSON.parse(text) as JsonObject
}

function jsonContent(schema: JsonObject): JsonObject {
  return { 'application/json': { schema } }
}
