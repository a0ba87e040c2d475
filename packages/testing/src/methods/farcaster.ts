import { api } from '@sallyport/contract'
import type { TestKit } from '../kit.js'
import { type MatrixCell, type MethodEntry, memo, proveAfter } from './method-entry.js'

const sentence =
  'A mini app proves the same account as a channel, which links, unlinks and transfers it.'

/** Cells that the account has by the entry of the channel. */
const linkedByChannel: Partial<Record<MatrixCell, string>> = {
  link: sentence,
  conflict: sentence,
  transfer: sentence,
  unlink: sentence,
  'unlink the sole one': sentence,
  'link while the method is off': sentence,
  'link past the allow-list': sentence,
  'guest of a full app': sentence,
}

/** Login by Farcaster, through a channel of the relay and in a mini app. */
export function farcasterEntries(kit: TestKit): { channel: MethodEntry; miniApp: MethodEntry } {
  const fidOf = memo((serial) => 100 + serial)
  const sign = (name: string, nonce: string) => {
    const issuedAt = new Date(kit.clock.nowMs()).toISOString()
    return kit.farcaster.account(fidOf(name)).sign(nonce, { issuedAt })
  }
  const shared = { setting: 'farcaster_auth', isGuest: false } as const
  return {
    channel: {
      ...shared,
      routes: {
        login: api.farcaster.authenticate,
        link: api.farcaster.link,
        unlink: api.farcaster.unlink,
        transfer: api.farcaster.transfer,
      },
      prove: (name, prover) =>
        proveAfter(kit.call(api.farcaster.init, { body: {} }, prover), ({ channel_token }) => ({
          channel_token,
          ...sign(name, kit.farcaster.nonceOf(channel_token)),
        })),
      unlinkBody: (name) => ({ fid: fidOf(name) }),
      transferBody: (name) => ({
        farcaster_id: String(fidOf(name)),
        farcaster_embedded_address: null,
      }),
      skips: {},
    },
    miniApp: {
      ...shared,
      routes: { login: api.farcasterV2.authenticate },
      prove: (name, prover) =>
        proveAfter(kit.call(api.farcasterV2.init, { body: {} }, prover), ({ nonce }) =>
          sign(name, nonce),
        ),
      skips: linkedByChannel,
    },
  }
}
