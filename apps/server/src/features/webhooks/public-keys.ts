import type { WebhookEndpointRow } from '../../db/webhook-endpoints.js'

/** The keys that sign webhooks of an app with Ed25519: those of each endpoint that wants them, and those before a rotation while they count. */
export function publicKeys(rows: readonly WebhookEndpointRow[], nowMs: number) {
  return rows
    .filter(({ ed25519 }) => ed25519)
    .flatMap(({ webhook_id, public_key, previous_public_key, previous_until }) => {
      const isBoth = previous_public_key !== null && (previous_until ?? 0) > nowMs
      const keys = isBoth ? [public_key, previous_public_key] : [public_key]
      return keys.map((x) => ({ x, kid: `${webhook_id}-${x.slice(0, 8)}` }))
    })
    .map(({ x, kid }) => ({
      ...({ kty: 'OKP', crv: 'Ed25519', use: 'sig', alg: 'EdDSA' } as const),
      x,
      kid,
    }))
}
