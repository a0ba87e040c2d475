import { useCallback, useEffect, useState } from 'react'
import { formatUnits } from 'viem'
import type { DemoConfig } from '../demo-config.js'

/** A balance in whole coins as text, and a function that reads it again. */
export interface Balance {
  text: string | undefined
  refresh(): void
}

/** The native balance of an Ethereum address on the local chain. */
export function useEtherBalance(config: DemoConfig, address: string | undefined): Balance {
  return useBalance(address, async (of) => {
    const wei = await rpc<string>(config.evmRpcUrl, 'eth_getBalance', [of, 'latest'])
    return formatUnits(BigInt(wei), 18)
  })
}

/** The SOL balance of an address on the local cluster. */
export function useSolBalance(config: DemoConfig, address: string | undefined): Balance {
  return useBalance(address, async (of) => {
    const { value } = await rpc<{ value: number }>(config.solanaRpcUrl, 'getBalance', [of])
    return formatUnits(BigInt(value), 9)
  })
}

/** The balance of a Bitcoin address on the local chain, payments that wait included. */
export function useBitcoinBalance(config: DemoConfig, address: string | undefined): Balance {
  return useBalance(address, async (of) => {
    const response = await fetch(`${config.esploraUrl}/address/${of}/utxo`)
    // Esplora's list of unspent outputs; anything else throws below.
    const outputs = (await response.json()) as { value: number }[]
    return formatUnits(BigInt(outputs.reduce((sum, { value }) => sum + value, 0)), 8)
  })
}

function useBalance(
  address: string | undefined,
  read: (address: string) => Promise<string>,
): Balance {
  const [text, setText] = useState<string>()
  const refresh = useCallback(() => {
    if (address)
      read(address).then(
        (value) => setText(truncate(value)),
        () => setText(undefined),
      )
  }, [address, read])
  // biome-ignore lint/correctness/useExhaustiveDependencies: reads again when the address changes, and every 1.5 s
  useEffect(() => {
    setText(undefined)
    refresh()
    const timer = setInterval(refresh, 1500)
    return () => clearInterval(timer)
  }, [address])
  return { text, refresh }
}

/** Cuts a decimal to six places, so that a balance is never rounded up. */
function truncate(decimal: string): string {
  const [whole = '0', fraction = ''] = decimal.split('.')
  const kept = fraction.slice(0, 6).replace(/0+$/, '')
  return kept === '' ? whole : `${whole}.${kept}`
}

async function rpc<T>(url: string, method: string, params: unknown[]): Promise<T> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  })
  const answer = (await response.json()) as { result: T } // JSON-RPC 2.0; a failure has no result and throws below
  if (answer.result === undefined) throw new Error('The chain returned no result')
  return answer.result
}
