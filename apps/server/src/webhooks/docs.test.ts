import { readFileSync } from 'node:fs'
import {
  unsentEvents,
  verifyWebhook,
  type WebhookTrust,
  WebhookVerificationError,
  webhookEvents,
} from '@sallyport/contract/webhooks'
import { expect, test } from 'vitest'
import { mostAttempts } from './decide.js'

const read = (path: string) =>
  readFileSync(new URL(`../../../../docs/${path}`, import.meta.url), 'utf8')

test('docs/features/webhooks.md lists every event with its meaning and fields, and those that are not sent', () => {
  const page = read('features/webhooks.md')
  const sent = Object.entries(webhookEvents).map(([name, { about, body }]) => {
    const fields = Object.keys(body.def.shape).map((field) => `\`${field}\``)
    return `| \`${name}\` | ${about} | ${fields.join(', ')} |`
  })
  const unsent = Object.entries(unsentEvents).map(([name, reason]) => `| \`${name}\` | ${reason} |`)
  expect([...sent, ...unsent].filter((row) => !page.includes(`\n${row}\n`))).toEqual([])
  expect(page).toContain(`${mostAttempts} attempts in about three days`)
})

interface Vectors {
  now_unix_seconds: number
  secret: { secret: string; cases: Vector[] }
  ed25519: { jwk: { kty: string; crv: string; x: string }; cases: Vector[] }
}
interface Vector {
  name: string
  headers: Record<string, string>
  body: string
  expect: string
}
const vectors: Vectors = JSON.parse(read('vectors/webhooks.json'))
const { now_unix_seconds, secret, ed25519 } = vectors

const all: [string, Vector, WebhookTrust][] = [
  ...secret.cases.map((each): [string, Vector, WebhookTrust] => [
    each.name,
    each,
    { secret: secret.secret },
  ]),
  ...ed25519.cases.map((each): [string, Vector, WebhookTrust] => [
    each.name,
    each,
    { jwks: { keys: [ed25519.jwk] } },
  ]),
]
test.each(all)(
  'docs/vectors/webhooks.json: %s',
  async (_, { headers, body, expect: wanted }, trust) => {
    const found = await verifyWebhook({ body, headers }, trust, {
      nowMs: now_unix_seconds * 1000,
    }).then(
      () => 'valid',
      (error: unknown) =>
        error instanceof WebhookVerificationError ? error.problem : String(error),
    )
    expect(found).toBe(wanted)
  },
)
