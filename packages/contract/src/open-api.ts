import * as z from 'zod/mini'
import type { ErrorCode } from './error-codes.js'
import { namedSchemas } from './open-api-names.js'
import {
  errorSchema,
  examples,
  type JsonObject,
  security,
  securitySchemes,
  simplify,
} from './open-api-parts.js'
import { walletIndex } from './primitives.js'
import { refusalsOf } from './refusals.js'
import { defaultPrefixes, type Route, type RouteGroup } from './route.js'

export type { Json, JsonObject } from './open-api-parts.js'

/** What the document names once and refers to. */
interface Components {
  schemas: JsonObject
  parameters: JsonObject
  responses: JsonObject
}

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
  const components: Components = { schemas: { Error: errorSchema }, responses: {}, parameters: {} }
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
      paths[route.path] = { ...item, [method]: operation(route, { id, feature, components }) }
    }
  return {
    openapi: '3.1.0',
    info: { ...about, license: { name: 'Apache-2.0', identifier: 'Apache-2.0' } },
    servers: serversOf(defaultPrefixes),
    paths,
    components: { ...components, examples, securitySchemes },
  }
}

function serversOf(prefixes: readonly string[]): JsonObject[] {
  return prefixes.map((url) => ({ url }))
}

function operation(
  route: Route,
  { id, feature, components }: { id: string; feature: string; components: Components },
): JsonObject {
  const parameters = [
    ...parametersOf(route.params, { place: 'path', components }),
    ...parametersOf(route.query, { place: 'query', components }),
  ]
  return {
    operationId: id,
    tags: [feature],
    summary: route.summary,
    'x-sallyport-auth': route.auth,
    security: security[route.auth],
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(route.body
      ? { requestBody: { required: true, content: jsonContent(sent(route.body, components)) } }
      : {}),
    responses: {
      ...(route.noContent
        ? { '204': { description: 'No content' } }
        : {
            '200': {
              description: 'OK',
              content: jsonContent(answered(route.response, components)),
            },
          }),
      ...refusals(route, components),
    },
  }
}

/** Error answers by status. The same codes of a status are one component. */
function refusals(route: Route, { responses }: Components): JsonObject {
  const byStatus: Record<string, ErrorCode[]> = {}
  for (const { code, status } of refusalsOf(route))
    byStatus[status] = [...(byStatus[status] ?? []), code]
  return Object.fromEntries(
    Object.entries(byStatus).map(([status, list]) => {
      const name = `${status}.${list.join('.')}`
      responses[name] ??= refusal(list)
      return [status, { $ref: `#/components/responses/${name}` }]
    }),
  )
}

function refusal(list: readonly ErrorCode[]): JsonObject {
  return {
    description: list.join(', '),
    content: {
      'application/json': {
        schema: { $ref: '#/components/schemas/Error' },
        examples: Object.fromEntries(
          list.map((code) => [code, { $ref: `#/components/examples/${code}` }]),
        ),
      },
    },
  }
}

function parametersOf(
  schema: z.ZodMiniType | undefined,
  { place, components }: { place: 'path' | 'query'; components: Components },
): JsonObject[] {
  if (!schema) return []
  // Written out: a parameter is a property of it.
  const { properties = {}, required = [] } = toJson(schema, 'input', { components, isOpen: true })
  // `toJSONSchema` of an object schema: `properties` maps names to schemas, `required` lists names.
  const names = required as string[]
  return Object.entries(properties as JsonObject).map(([name, rule]) => {
    const required = place === 'path' || names.includes(name)
    const parameter = { name, in: place, required, schema: rule }
    return reference(components.parameters, { id: `${place}.${name}`, parameter })
  })
}

/** Refers to a parameter, under a number where another one has its name. */
function reference(
  parameters: JsonObject,
  { id, parameter }: { id: string; parameter: JsonObject },
): JsonObject {
  const text = JSON.stringify(parameter)
  const isFree = (each: string) =>
    parameters[each] === undefined || JSON.stringify(parameters[each]) === text
  let place = id
  for (let next = 2; !isFree(place); next += 1) place = `${id}.${next}`
  parameters[place] = parameter
  return { $ref: `#/components/parameters/${place}` }
}

/** A schema of what a client sends. */
function sent(schema: z.ZodMiniType, components: Components): JsonObject {
  return toJson(schema, 'input', { components })
}

/** A schema of what the server answers. */
function answered(schema: z.ZodMiniType, components: Components): JsonObject {
  return toJson(schema, 'output', { components })
}

/** @param into.isOpen  Whether the schema itself is written out, whatever its name. */
function toJson(
  schema: z.ZodMiniType,
  io: 'input' | 'output',
  { components, isOpen = false }: { components: Components; isOpen?: boolean },
): JsonObject {
  const metadata = z.registry<{ id: string }>()
  for (const [each, name] of namedSchemas)
    if (!(isOpen && each === schema)) metadata.add(each, { id: nameOf(name, io) })
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
      simplify(jsonSchema)
    },
  })
  // The document is written out as JSON; a round trip drops `undefined` and proves it is nothing else.
  const text = JSON.stringify(rule).replaceAll('"#/$defs/', '"#/components/schemas/')
  const { $defs = {}, id, ...rest } = JSON.parse(text) as JsonObject
  for (const [name, part] of Object.entries($defs as JsonObject)) {
    // What `$defs` holds are schemas: objects. Each carries the name it was registered under.
    const { id: _name, ...named } = part as JsonObject
    components.schemas[name] = named
  }
  if (typeof id !== 'string') return rest
  components.schemas[id] = rest
  return { $ref: `#/components/schemas/${id}` }
}

/** What is sent and what is answered by one schema differ, such as in fields that may be left out. */
function nameOf(name: string, io: 'input' | 'output'): string {
  const isInput = name.endsWith('Input')
  if (io === 'input') return isInput ? name : `${name}Input`
  return isInput ? `${name}Output` : name
}

function jsonContent(schema: JsonObject): JsonObject {
  return { 'application/json': { schema } }
}
