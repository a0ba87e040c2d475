import type { FrameRequestData } from '@sallyport/contract'
import type { ChainType, WalletAccount } from '../types.js'

/** How the frame is told which root a wallet comes from. */
export type Entropy = Pick<
  FrameRequestData<'privy:wallets:connect'>,
  'entropyId' | 'entropyIdVerifier'
>

const verifiers = {
  ethereum: 'ethereum-address-verifier',
  solana: 'solana-address-verifier',
  'bitcoin-segwit': 'bitcoin-segwit-address-verifier',
  'bitcoin-taproot': 'bitcoin-taproot-address-verifier',
} as const satisfies Record<ChainType, Entropy['entropyIdVerifier']>

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
  const first = wallet.imported
    ? wallet
    : (primaryOf(wallets, 'ethereum') ?? primaryOf(wallets, 'solana') ?? wallet)
  return { entropyId: first.address, entropyIdVerifier: verifiers[first.chainType] }
}
