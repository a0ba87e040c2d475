import { catalogue } from './errors.js'
import type { RouteAuth } from './route.js'
import { headers } from './vendor.js'

/** JSON of an OpenAPI document: plain data, ready for `JSON.stringify`. */
export type Json = null | boolean | number | string | Json[] | { [key: string]: Json }
/** A JSON object. */
export type JsonObject = { [key: string]: Json }

/** What each kind of caller sends, as OpenAPI security requirements: one of the list. */
export const security = {
  none: [],
  app: [{ appId: [] }],
  user: [{ appId: [], accessToken: [] }],
  frame: [{ appId: [], accessToken: [] }],
  'wallet-page': [{ appId: [] }],
  'user-or-frame': [{ appId: [], accessToken: [] }],
  secret: [{ appId: [], appSecret: [] }],
  'any-app': [{ appId: [] }, { appId: [], appSecret: [] }],
} satisfies Record<RouteAuth, JsonObject[]>

/** Body of every refusal (wire reference §7.1). */
export const errorSchema: JsonObject = {
  type: 'object',
  required: ['error', 'code'],
  properties: {
    error: { type: 'string', description: 'What happened, for people' },
    code: { type: 'string', enum: Object.keys(catalogue) },
    cause: { type: 'string' },
    data: {
      type: 'object',
      additionalProperties: true,
      description: 'For `invalid_data` with the `field` that is wrong',
    },
    request_id: {
      type: 'string',
      description: 'As in the header `x-request-id` and in the log of the server',
    },
  },
}

/** One answer per code, with the text it has unless a rule gives another. */
export const examples: JsonObject = Object.fromEntries(
  Object.entries(catalogue).map(([code, { message }]) => [
    code,
    { value: { error: message, code } },
  ]),
)

/** How callers prove who they are (wire reference §3). */
export const securitySchemes: JsonObject = {
  appId: { type: 'apiKey', in: 'header', name: headers.appId, description: "The app's id" },
  accessToken: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'JWT',
    description: "The signed-in user's access token",
  },
  appSecret: {
    type: 'http',
    scheme: 'basic',
    description: "The app's id as user name and its secret as password; never in a browser",
  },
}

/** Drops from a rule what generators of other languages cannot read and readers do not need. */
export function simplify(rule: { [key: string]: unknown }): void {
  // Every whole number of JavaScript is within these.
  if (rule.minimum === Number.MIN_SAFE_INTEGER) delete rule.minimum
  if (rule.maximum === Number.MAX_SAFE_INTEGER) delete rule.maximum
  // Classes of Unicode have other names in other languages.
  const isPortable = ({ pattern = '' }: { pattern?: string }) => !/\\p\{/i.test(pattern)
  if (!isPortable(rule)) delete rule.pattern
  if (!Array.isArray(rule.allOf)) return
  const kept = rule.allOf.filter(isPortable)
  if (kept.length > 0) rule.allOf = kept
  else delete rule.allOf
}
