import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import manifest from '../package.json' with { type: 'json' }
import { api } from './api.js'
import { type Json, openApi } from './open-api.js'
import { refusalsOf } from './refusals.js'
import { defaultPrefixes, type Route, route } from './route.js'

const about = { title: 'Sallyport API', version: manifest.version }

interface Operation {
  operationId: string
  security: Json
  parameters?: { $ref: string }[]
  requestBody?: Json
  responses: Record<string, { description: string; content: Json }>
}
/** The parts of the document the tests look at. */
interface Document {
  servers: { url: string }[]
  paths: Record<string, { [method: string]: Operation } & { servers?: { url: string }[] }>
  components: Record<
    'schemas' | 'parameters' | 'responses' | 'examples' | 'securitySchemes',
    Record<string, Json>
  >
}
// Its own tests check that it has this shape.
const read = (routes: Parameters<typeof openApi>[0]) =>
  openApi(routes, about) as unknown as Document

const document = read(api)
const operations = Object.entries(document.paths).flatMap(([path, { servers, ...item }]) =>
  Object.entries(item).map(([method, operation]) => ({
    path,
    method,
    servers: servers ?? document.servers,
    operation,
  })),
)
const namedRoutes = Object.entries(api).flatMap(([feature, group]) =>
  Object.entries(group).map(([name, each]): [string, Route] => [`${feature}.${name}`, each]),
)
/** A refusal: a component that the operation refers to. */
const described = (refusal: object, of = document) => {
  const { $ref } = refusal as { $ref: string }
  return of.components.responses[$ref.replace('#/components/responses/', '')] as unknown as {
    description: string
    content: Json
  }
}
interface Parameter {
  name: string
  in: string
  required: boolean
  schema: Json
}
const parametersOf = ({ parameters = [] }: Operation, of = document) =>
  parameters.map(
    ({ $ref }) =>
      of.components.parameters[
        $ref.replace('#/components/parameters/', '')
      ] as unknown as Parameter,
  )
const routes = namedRoutes.map(([, each]) => each)
const text = JSON.stringify(document)

describe('openApi of the whole API', () => {
  test('equals docs/openapi.json (update: node scripts/print-openapi.mjs)', () => {
    const committed = readFileSync(new URL('../../../docs/openapi.json', import.meta.url), 'utf8')

    expect(openApi(api, about)).toEqual(JSON.parse(committed))
  })

  test('lists every route once, with its prefixes as servers, and nothing else', () => {
    const expected = routes.flatMap(({ method, path, prefixes = defaultPrefixes }) =>
      prefixes.map((prefix) => `${method.toLowerCase()} ${prefix}${path}`),
    )

    const listed = operations.flatMap(({ method, path, servers }) =>
      servers.map(({ url }) => `${method} ${url}${path}`),
    )

    expect(operations).toHaveLength(routes.length)
    expect(listed.sort()).toEqual(expected.sort())
    expect(listed).toContain('post /api/v1/passwordless/init')
    expect(listed).toContain('post /v1/passwordless/init')
    expect(listed).toContain('get /admin/v1/app')
    expect(listed).not.toContain('get /api/v1/app')
  })

  test('lists every status and code that each route can answer', () => {
    for (const [name, route] of namedRoutes) {
      const { responses } = operations.find(
        ({ operation: each }) => each.operationId === name,
      )!.operation
      const { '200': _, '204': __, ...refusals } = responses
      const listed = Object.entries(refusals).flatMap(([status, refusal]) =>
        described(refusal)
          .description.split(', ')
          .map((code) => ({ code, status: Number(status) })),
      )

      expect(listed).toEqual(refusalsOf(route))
    }
  })

  test('names each operation once', () => {
    const ids = operations.map(({ operation }) => operation.operationId)

    expect(new Set(ids).size).toBe(ids.length)
    expect(ids).toContain('email.authenticate')
  })

  test('describes every parameter in a path as required', () => {
    for (const { path, operation } of operations) {
      const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)
      const ofPath = parametersOf(operation).filter(({ in: place }) => place === 'path')

      expect(ofPath.map(({ name }) => name)).toEqual(inPath)
      expect(ofPath.every(({ required }) => required)).toBe(true)
    }
  })

  test('refers only to what it holds', () => {
    const references = [...text.matchAll(/"\$ref":"#\/components\/(\w+)\/([\w.-]+)"/g)]

    expect(references.length).toBeGreaterThan(100)
    expect(references.length).toBe(text.split('"$ref"').length - 1)
    for (const [, kind = '', name = ''] of references)
      expect(document.components).toHaveProperty([kind, name])
  })

  test('names the entities once and repeats none of them', () => {
    const names = Object.keys(document.components.schemas)
    expect(names).toEqual(
      expect.arrayContaining(['AppConfig', 'Error', 'LinkedAccount', 'Session', 'User', 'Wallet']),
    )
    expect(names.filter((name) => !/^[A-Z]\w+$/.test(name))).toEqual([])
    expect(text.split('"has_accepted_terms":{').length - 1).toBe(1)
  })

  test('is small enough to generate clients from', () => {
    expect(text.length).toBeLessThan(600_000)
    const file = readFileSync(new URL('../../../docs/openapi.json', import.meta.url), 'utf8')
    expect(file.split('\n').length / operations.length).toBeLessThan(62)
  })

  test('has no rule that only JavaScript can read', () => {
    expect(text).not.toMatch(/\\\\p\{/i)
    expect(text).not.toContain(String(Number.MAX_SAFE_INTEGER))
  })

  test('says that a wallet index is a whole number with limits', () => {
    expect(text).toContain('"wallet_index":{"type":"integer","minimum":0,"maximum":2147483647}')
  })
})

describe('openApi', () => {
  const documentOf = (changes: Partial<Route>) =>
    read({
      demo: {
        call: {
          ...route({
            method: 'POST',
            path: '/demo',
            prefixes: ['/x'],
            auth: 'none',
            summary: 'A call',
            response: z.object({ ok: z.boolean() }),
            errors: [],
          }),
          ...changes,
        },
      },
    })
  const one = (changes: Partial<Route>) => documentOf(changes).paths['/demo']!.post!

  test.each([
    ['none', []],
    ['app', [{ appId: [] }]],
    ['user', [{ appId: [], accessToken: [] }]],
    ['frame', [{ appId: [], accessToken: [] }]],
    ['secret', [{ appId: [], appSecret: [] }]],
    ['any-app', [{ appId: [] }, { appId: [], appSecret: [] }]],
  ] as const)('asks a caller of kind %s for %j', (auth, security) => {
    expect(one({ auth }).security).toEqual(security)
  })

  test('describes the credentials by their headers', () => {
    expect(document.components.securitySchemes).toMatchObject({
      appId: { type: 'apiKey', in: 'header', name: 'privy-app-id' },
      accessToken: { type: 'http', scheme: 'bearer' },
      appSecret: { type: 'http', scheme: 'basic' },
    })
  })

  test('lists refusals by status: of the route, of its kind of caller, and 500', () => {
    const demo = documentOf({ auth: 'user', errors: ['invalid_data', 'too_many_requests'] })
    const { '200': answer, ...refusals } = demo.paths['/demo']!.post!.responses

    expect(answer!.description).toBe('OK')
    expect(
      Object.entries(refusals).map(([status, each]) => [status, described(each, demo).description]),
    ).toEqual([
      ['400', 'invalid_data, missing_or_invalid_privy_app_id, missing_or_invalid_privy_client_id'],
      ['401', 'missing_or_invalid_token'],
      ['403', 'invalid_native_app_id, invalid_origin, missing_origin'],
      ['413', 'invalid_data'],
      ['415', 'invalid_data'],
      ['429', 'too_many_requests'],
      ['500', 'internal_error'],
      ['503', 'internal_error'],
    ])
    expect(described(refusals['429']!, demo).content).toEqual({
      'application/json': {
        schema: { $ref: '#/components/schemas/Error' },
        examples: { too_many_requests: { $ref: '#/components/examples/too_many_requests' } },
      },
    })
  })

  test('describes a body as it is sent and a query by its keys', () => {
    const demo = documentOf({
      query: z.object({ limit: z.number(), cursor: z.optional(z.string()) }),
      body: z.strictObject({
        index: z._default(z.number(), 0),
        length: z.pipe(
          z.string(),
          z.transform((word: string) => word.length),
        ),
      }),
    })

    const operation = demo.paths['/demo']!.post!
    expect(parametersOf(operation, demo)).toEqual([
      { name: 'limit', in: 'query', required: true, schema: { type: 'number' } },
      { name: 'cursor', in: 'query', required: false, schema: { type: 'string' } },
    ])
    expect(operation.requestBody).toEqual({
      required: true,
      content: {
        'application/json': {
          schema: {
            type: 'object',
            properties: {
              index: { type: 'number', default: 0 },
              length: { type: 'string' },
            },
            required: ['length'],
            additionalProperties: false,
          },
        },
      },
    })
  })

  test('error: refuses two routes at one place', () => {
    const call = route({
      method: 'GET',
      path: '/demo',
      auth: 'none',
      summary: 'A call',
      response: z.object({}),
      errors: [],
    })

    expect(() => openApi({ a: { call }, b: { call } }, about)).toThrow(
      new TypeError('two routes at GET /demo'),
    )
  })

  test('error: refuses one path under different prefixes', () => {
    const get = route({
      method: 'GET',
      path: '/demo',
      auth: 'none',
      summary: 'A call',
      response: z.object({}),
      errors: [],
    })
    const post = { ...get, method: 'POST', prefixes: ['/api/v2'] } as const

    expect(() => openApi({ demo: { get, post } }, about)).toThrow(
      new TypeError('two lists of prefixes at /demo'),
    )
  })
})
