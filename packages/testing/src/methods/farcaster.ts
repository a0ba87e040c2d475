import { api } from '@sallyport/contract'
import type { TestKit } from '../kit.js'
import { type MethodEntry, memo, proveAfter } from './method-entry.js'
import { notLinkedYet } from './not-linked-yet.js'

/** Login by Farcaster, through a channel of the relay and in a mini app. */
export function farcasterEntries(kit: TestKit): { channel: MethodEntry; miniApp: MethodEntry } {
  const fidOf = memo((serial) => 100 + serial)
  const sign = (name: string, nonce: string) => {
    const issuedAt = new Date(kit.clock.nowMs()).toISOString()
    return kit.farcaster.account(fidOf(name)).sign(nonce, { issuedAt })
  }
  const shared = { setting: 'farcaster_auth', isGuest: false, skips: notLinkedYet } as const
  return {
    channel: {
      ...shared,
      routes: { login: api.farcaster.authenticate },
      prove: (name, prover) =>
        proveAfter(kit.call(api.farcaster.init, { body: {} }, prover), ({ channel_token }) => ({
          channel_token,
          ...sign(name, kit.farcaster.nonceOf(channel_token)),
        })),
    },
    miniApp: {
      ...shared,
      routes: { login: api.farcasterV2.authenticate },
      prove: (name, prover) =>
        proveAfter(kit.call(api.farcasterV2.init, { body: {} }, prover), ({ nonce }) =>
          sign(name, nonce),
        ),
    },
  }
}
