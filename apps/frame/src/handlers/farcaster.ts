import type { HandlersOf } from '../protocol/handler.js'
import type { RootAddress } from '../wallet/find-record.js'
import type { RunAs } from './run-as.js'

/** Handlers of the events about the key that posts for the user's Farcaster account; `address` names the wallet. */
export function farcasterHandlers(runAs: RunAs): HandlersOf<'privy:farcaster:'> {
  return {
    'privy:farcaster:init-signer': (data) =>
      runAs(data, (wallets, caller) =>
        wallets.requestFarcasterSigner(caller, rootOf(data), data.hdWalletIndex ?? 0),
      ),
    'privy:farcaster:sign': (data) =>
      runAs(data, async (wallets, caller) => {
        const { hash } = data.payload
        const input = { walletIndex: data.hdWalletIndex ?? 0, hash }
        return { hash, signature: await wallets.signFarcaster(caller, rootOf(data), input) }
      }),
  }
}

const rootOf = ({ address }: { address: string }): RootAddress => ({
  chainType: address.startsWith('0x') ? 'ethereum' : 'solana',
  address,
})
