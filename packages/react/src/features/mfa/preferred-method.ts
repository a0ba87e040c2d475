import type { mfa, SallyportClient } from '@sallyport/core'

/** The order without a memory: what costs the user least. */
const order = ['passkey', 'totp', 'sms'] as const

/** The factor this browser proved last, else the first of the user's; null when only a recovery code could help. */
export function preferredMethod(
  client: SallyportClient,
  methods: readonly string[],
): mfa.MfaProofMethod | null {
  const last = client.environment.storage.get(keyOf(client))
  const usable = order.filter((method) => methods.includes(method))
  return usable.find((method) => method === last) ?? usable[0] ?? null
}

/** Keeps what was used, which is asked for first the next time. A recovery code is used up, so it is not. */
export function rememberMethod(client: SallyportClient, method: mfa.MfaProofMethod): void {
  if (method !== 'recovery_code') client.environment.storage.set(keyOf(client), method)
}

function keyOf({ environment }: SallyportClient): string {
  return `sallyport:${environment.appId}:mfa-method`
}
