import { api, type RouteResponse } from '@sallyport/contract'
import { type AuthorizationKey, authorizationSignature } from './delegated-wallet.js'
import type { WalletWorld } from './wallet-world.js'

/** An intent as calls answer it. */
export type ShownIntent = RouteResponse<typeof api.intents.find>

/** The intent that a direct call became, in its refusal. */
export function waitingIntentIn({ data }: { data?: unknown }): ShownIntent {
  const intent: unknown = typeof data === 'object' && data !== null && Reflect.get(data, 'intent')
  if (typeof intent !== 'object' || intent === null) throw new Error('The answer has no intent')
  // By the contract of `awaiting_approval`.
  return intent as ShownIntent
}

/** A member's signature of what an intent shows, as clients make it with their own signer. */
export function signIntent(
  world: WalletWorld,
  shown: ShownIntent,
  key: Pick<AuthorizationKey, 'privateKey'>,
): string {
  const { method, url, body, headers } = shown.request_details
  return authorizationSignature(
    {
      ...{ method, url, appId: world.kit.appId },
      // What is shown is JSON that the server has read.
      body: (body ?? {}) as object,
      expiry: shown.custom_expiry ? String(shown.expires_at) : undefined,
      idempotencyKey: headers?.['privy-idempotency-key'],
    },
    key,
  )
}

/** Adds a signature to an intent: of a key, or one that was made by other means. */
export function authorizeIntent(
  world: WalletWorld,
  shown: ShownIntent,
  by: AuthorizationKey | { signature: string },
) {
  const signature = 'signature' in by ? by.signature : signIntent(world, shown, by)
  return world.call(api.intents.authorize, {
    params: { intent_id: shown.intent_id },
    body: { signature, timestamp: world.kit.clock.nowMs() },
  })
}

/** Types of the events of an intent, in order. */
export async function eventsOf(world: WalletWorld, intentId: string): Promise<string[]> {
  const rows = await world.kit.db
    .selectFrom('app_event')
    .select(['type', 'data'])
    .orderBy('seq')
    .execute()
  return rows.filter(({ data }) => data.intent_id === intentId).map(({ type }) => type)
}
