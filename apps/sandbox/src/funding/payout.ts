import { randomBytes } from 'node:crypto'
import { getAddressDecoder } from '@solana/kit'
import { callEthereum } from '../faucet/ethereum.js'
import type { Ledger } from '../solana/ledger.js'

/** A local chain, as sellers and bridges use it. */
export interface LocalChain {
  /** Pays out units of the chain's coin; gives the transaction. */
  pay(to: string, units: bigint): Promise<string>
  balanceOf(address: string): Promise<bigint>
  /** An address that holds nothing yet, and of which there is no key. */
  freshAddress(): string
}

/** What both local chains hold. */
export interface LocalChains {
  ethereum: LocalChain
  solana: LocalChain
}

/** The sandbox's chains. */
export function localChains({ rpcUrl, solana }: { rpcUrl: string; solana: Ledger }): LocalChains {
  const call = (method: string, params: unknown[]) => callEthereum(rpcUrl, method, params)
  return {
    ethereum: {
      async pay(to, units) {
        const [from] = (await call('eth_accounts', [])) as string[] // the node's own funded accounts
        // Refilled, so that it never runs out.
        await call('anvil_setBalance', [from, `0x${(units + 10n ** 21n).toString(16)}`])
        return String(
          await call('eth_sendTransaction', [{ from, to, value: `0x${units.toString(16)}` }]),
        )
      },
      balanceOf: async (address) =>
        BigInt(String(await call('eth_getBalance', [address, 'latest']))),
      freshAddress: () => `0x${randomBytes(20).toString('hex')}`,
    },
    solana: {
      pay: async (to, units) => solana.airdrop(to, units),
      balanceOf: async (address) => solana.balanceOf(address),
      freshAddress: () => getAddressDecoder().decode(randomBytes(32)),
    },
  }
}
