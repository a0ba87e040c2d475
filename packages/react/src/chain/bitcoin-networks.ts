import { bitcoin, type SallyportClient } from '@sallyport/core'
import type { WalletNetwork } from './wallet-networks.js'

const names = {
  mainnet: 'Bitcoin',
  testnet: 'Bitcoin Testnet',
  regtest: 'Bitcoin Regtest',
} as const satisfies Record<bitcoin.BitcoinNetwork, string>

/** The app's Bitcoin network for the wallet at `address`, as the main network spells it. */
export async function bitcoinNetworks(
  client: SallyportClient,
  address: string,
): Promise<WalletNetwork[]> {
  return [
    {
      name: names[bitcoin.networkOf(client)],
      id: `bip122:${bitcoin.networkOf(client)}`,
      symbol: 'BTC',
      decimals: 8,
      address: await bitcoin.spellAddress(client, address),
      async readBalance() {
        const { confirmedSats, pendingSats } = await bitcoin.balance(client, address)
        return confirmedSats + pendingSats
      },
      leastPayment: (to) => bitcoin.leastPayment(client, to),
      findObstacle: (to, sats) =>
        bitcoin.transfer(client, { from: address, to, sats }).then(
          () => null,
          (error: unknown) => (isTooLittle(error) ? 'fee' : 'unreachable'),
        ),
    },
  ]
}

function isTooLittle(error: unknown): boolean {
  return error instanceof Error && Reflect.get(error, 'code') === -32003
}
