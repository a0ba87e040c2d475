/** Where USDC is on the local chains: as on the main networks, which local ones are forks of in practice. */
export const usdcAddresses = {
  ethereum: '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48',
  solana: 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v',
} as const

/** The amount of one faucet call: 1,000 USDC. */
export const faucetUsdc = 1_000_000_000n
