import type { CrossAppConnection, LinkedAccount } from '@sallyport/contract'
import type { Answer } from './answers.js'
import { friend } from './samples.js'

/** Another app that is connected to the app of scenes and tests. */
export const otherAppId = 'b'.repeat(25)

/** What the server says of it. */
export function connectionsAnswer(more: Partial<CrossAppConnection> = {}): Record<string, Answer> {
  const connection = {
    provider_app_id: otherAppId,
    provider_app_name: 'Northwind',
    provider_app_icon_url: null,
    provider_app_custom_api_url: null,
    read_only: false,
    ...more,
  }
  return {
    [`/apps/${'a'.repeat(25)}/cross-app/connections`]: () => ({ connections: [connection] }),
  }
}

/** An account at it with one wallet. */
export const otherAppAccount = {
  type: 'cross_app' as const,
  subject: 'did:northwind:1',
  provider_app_id: otherAppId,
  embedded_wallets: [{ address: friend }],
  smart_wallets: [],
  verified_at: 1,
  first_verified_at: 1,
  latest_verified_at: 1,
} satisfies LinkedAccount
