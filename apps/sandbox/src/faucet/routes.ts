import { scriptOfAddress } from '@sallyport/contract/requests'
import { isAddress as isSolanaAddress } from '@solana/kit'
import type { BitcoinLedger } from '../bitcoin/ledger.js'
import { HttpError, type OriginCall, type OriginRoute } from '../http/origin.js'
import type { Ledger } from '../solana/ledger.js'
import { faucetWei, sendEther } from './ethereum.js'
import { addEthereumUsdc } from './ethereum-usdc.js'
import { addSolanaUsdc } from './solana-usdc.js'
import { faucetUsdc } from './usdc.js'

/** The amount of one faucet call: 5 SOL. */
const faucetLamports = 5_000_000_000n
/** The amount of one faucet call: 1 BTC. */
const faucetSats = 100_000_000n

/** The chains this process runs itself. */
export interface FaucetLedgers {
  solana: Ledger
  bitcoin: BitcoinLedger
}

/** Routes that give test funds on each chain, for the demo, the dashboard and scripts. Amounts are base units as text. */
export function faucetRoutes(options: {
  evmRpcUrl: string
  ledgers: FaucetLedgers
  openTo: readonly string[]
}): OriginRoute[] {
  const { evmRpcUrl, ledgers, openTo } = options
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
        return {
          signature: ledgers.solana.airdrop(to, faucetLamports),
          amount: String(faucetLamports),
        }
      },
    },
    {
      method: 'POST',
      path: '/faucet/usdc',
      openTo,
      handle: async (call) => {
        const to = addressIn(call)
        if (/^0x[0-9a-f]{40}$/i.test(to)) await addEthereumUsdc(evmRpcUrl, to, faucetUsdc)
        else if (isSolanaAddress(to)) await addSolanaUsdc(ledgers.solana, to, faucetUsdc)
        else throw new HttpError(400, 'Not an address of Ethereum or Solana')
        return { amount: String(faucetUsdc) }
      },
    },
    ...(['bitcoin-segwit', 'bitcoin-taproot'] as const).map(
      (chain): OriginRoute => ({
        method: 'POST',
        path: `/faucet/${chain}`,
        openTo,
        handle: (call) => {
          const script = scriptOfAddress(addressIn(call))
          if (script === null) throw new HttpError(400, 'Not a Bitcoin address')
          return { txid: ledgers.bitcoin.fund(script, faucetSats), amount: String(faucetSats) }
        },
      }),
    ),
  ]
}

function addressIn({ body }: OriginCall): string {
  const value = typeof body === 'object' && body !== null ? Reflect.get(body, 'address') : undefined
  if (typeof value !== 'string') throw new HttpError(400, 'address is missing')
  return value
}
