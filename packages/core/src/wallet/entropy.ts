import { type EmbeddedChain, embeddedChainTypes, type FrameRequestData } from '@sallyport/contract'
import type { ChainType, WalletAccount } from '../types.js'

/** How the frame is told which root a wallet comes from. */
export type Entropy = Pick<
  FrameRequestData<'privy:wallets:connect'>,
  'entropyId' | 'entropyIdVerifier'
>

/** The embedded wallet of `chainType` that was made first: not imported, index 0 (wire reference §9.3). */
export function primaryOf(
  wallets: readonly WalletAccount[],
  chainType: ChainType,
): WalletAccount | undefined {
  return wallets.find(
    (each) => each.chainType === chainType && !each.imported && each.walletIndex === 0,
  )
}

/**
 * Names the root of `wallet` by its first address: the user's first wallet of the first chain that has one, since all
 * derived wallets share one root; an imported wallet is its own root (wire reference §20.4, 21).
 */
export function entropyOf(wallets: readonly WalletAccount[], wallet: WalletAccount): Entropy {
  const { address, chainType } = wallet
  const own = {
    entropyId: address,
    entropyIdVerifier: `${chainType}-address-verifier`,
  } as const satisfies Entropy
  return wallet.imported ? own : (rootOf(wallets) ?? own)
}

/**
 * Names the root the user's wallets are derived from, by the first wallet of the first chain that has one; undefined before
 * there is one.
 *
 * @param created  First addresses the frame has just created, which `wallets` may not list yet.
 */
export function rootOf(
  wallets: readonly WalletAccount[],
  created: ReadonlyMap<EmbeddedChain, string> = new Map(),
): Entropy | undefined {
  for (const chainType of embeddedChainTypes) {
    const entropyId = created.get(chainType) ?? primaryOf(wallets, chainType)?.address
    if (entropyId) return { entropyId, entropyIdVerifier: `${chainType}-address-verifier` }
  }
  return undefined
}
