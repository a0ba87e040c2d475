import type { ConfirmRequest } from '@sallyport/core'
import { friend, transfer, usdc } from './samples.js'
import { ownAddress } from './samples-control.js'

type Operation = Extract<ConfirmRequest, { calls: unknown }>

const word = (hex: string) => hex.toLowerCase().replace('0x', '').padStart(64, '0')

/** A call of a smart wallet whose gas the app pays. */
export const sponsored: Operation = {
  kind: 'send-operation',
  address: '0x5AfE000000000000000000000000000000000042',
  owner: ownAddress,
  chain: transfer.chain,
  calls: [{ to: friend, value: 250_000_000_000_000_000n }],
  quote: async () => ({
    maxCostWei: 21_000_000_000_000n,
    isSponsored: true,
    balanceWei: 1_000_000_000_000_000_000n,
    likelyFails: false,
  }),
}

/** Two calls in one operation: a token, and the chain's coin. */
export const batch: Operation = {
  ...sponsored,
  calls: [
    { to: usdc, data: `0xa9059cbb${word(friend)}${word('0x17d7840')}` },
    { to: friend, value: 10_000_000_000_000_000n },
  ],
}

/** The wallet itself pays. */
export const selfPaid: Operation = {
  ...sponsored,
  quote: async () => ({ ...(await sponsored.quote()), isSponsored: false }),
}

/** The same, to be signed and not sent. */
export const signedOnly: Operation = { ...sponsored, kind: 'sign-operation' }
