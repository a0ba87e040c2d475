/** What `toSolanaWalletConnectors` gives. */
export interface SolanaWalletConnectors {
  readonly kind: 'wallet-standard'
}

/**
 * The value of `externalWallets.solana.connectors` in other kits. Solana wallets are found by the Wallet Standard in any case, so it does
 * nothing, nor does `shouldAutoConnect`: wallets that were connected before are connected again.
 */
export function toSolanaWalletConnectors(_options?: {
  shouldAutoConnect?: boolean
}): SolanaWalletConnectors {
  return { kind: 'wallet-standard' }
}
