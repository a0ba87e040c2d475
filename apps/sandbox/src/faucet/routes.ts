import { isAddress as isSolanaAddress } from '@solana/kit'
import { HttpError, type OriginCall, type OriginRoute } from '../http/origin.js'
import type { Ledger } from '../solana/ledger.js'
import { faucetWei, sendEther } from './ethereum.js'

/** The amount of one faucet call: 5 SOL. */
const faucetLamports = 5_000_000_000n

/** Routes that give test funds on each chain, for the demo, the dashboard and scripts. Amounts are base units as text. */
export function faucetRoutes(options: {
  evmRpcUrl: string
  ledger: Ledger
  openTo: readonly string[]
}): OriginRoute[] {
  const { evmRpcUrl, ledger, openTo } = options
  return [
    {
      method: 'POST',
      path: '/faucet/ethereum',
      openTo,
      handle: async (call) => {
        const to = addressIn(call)
        if (!/^0x[0-9a-f]{40}$/i.test(to)) throw new HttpError(400, 'Not an Ethereum address')
        return { hash: await sendEther(evmRpcUrl, to), amount: String(faucetWei) }
      },
    },
    {
      method: 'POST',
      path: '/faucet/solana',
      openTo,
      handle: (call) => {
        const to = addressIn(call)
        if (!isSolanaAddress(to)) throw new HttpError(400, 'Not a Solana address')
        return { signature: ledger.airdrop(to, faucetLamports), amount: String(faucetLamports) }
      },
    },
  ]
}

function addressIn({ body }: OriginCall): string {
  const value = typeof body === 'object' && body !== null ? Reflect.get(body, 'address') : undefined
  if (typeof value !== 'string') throw new HttpError(400, 'address is missing')
  return value
}
