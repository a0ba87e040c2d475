import type { EmbeddedChain } from '@sallyport/contract'

/** How the private keys of each chain are written for other wallets. */
export const writeKeyOf = {
  ethereum: async () => (await import('@sallyport/crypto/chains/ethereum')).writePrivateKey,
  solana: async () => (await import('@sallyport/crypto/chains/solana')).writePrivateKey,
  'bitcoin-segwit': bitcoin,
  'bitcoin-taproot': bitcoin,
} satisfies Record<EmbeddedChain, () => Promise<(privateKey: Uint8Array) => string>>

async function bitcoin() {
  return (await import('@sallyport/crypto/chains/bitcoin')).writePrivateKey
}
