import type { EmbeddedChain } from '@sallyport/contract'
import type { DemoConfig } from './demo-config.js'

/** Requests test funds from the sandbox: 10 ETH, 5 SOL or 1 BTC. */
export async function requestTestFunds(
  config: DemoConfig,
  chain: EmbeddedChain,
  address: string,
): Promise<void> {
  const response = await fetch(`${config.dashboardUrl}/faucet/${chain}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ address }),
  })
  if (!response.ok) throw new Error('The faucet request failed. Is the sandbox still running?')
}
