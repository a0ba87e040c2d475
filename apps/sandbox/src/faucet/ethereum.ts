/** The amount of one faucet call: 10 ETH. */
export const faucetWei = 10n * 10n ** 18n

/**
 * Sends 10 ETH to `to` on the local chain, as a mined transfer.
 *
 * @returns the transaction's hash.
 */
export async function sendEther(rpcUrl: string, to: string): Promise<string> {
  const [from] = (await callEthereum(rpcUrl, 'eth_accounts', [])) as string[] // the node's own funded accounts
  // Refill the faucet's account, so that it never runs out.
  await callEthereum(rpcUrl, 'anvil_setBalance', [from, `0x${(faucetWei * 1000n).toString(16)}`])
  const transaction = { from, to, value: `0x${faucetWei.toString(16)}` }
  return String(await callEthereum(rpcUrl, 'eth_sendTransaction', [transaction]))
}

/** The result of a call to the local Ethereum chain. @throws Error with the chain's reason. */
export async function callEthereum(
  rpcUrl: string,
  method: string,
  params: unknown[],
): Promise<unknown> {
  const response = await fetch(rpcUrl, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  })
  // JSON-RPC's reply; the node is ours.
  const { result, error } = (await response.json()) as {
    result?: unknown
    error?: { message: string }
  }
  if (error) throw new Error(`${method}: ${error.message}`)
  return result
}
