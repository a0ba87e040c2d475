import type { SallyportClient } from '../client.js'
import { chainsOf } from '../providers/chains.js'
import type { EthereumProvider } from '../providers/ethereum.js'
import type { Chain } from '../types.js'
import type { EthereumConnection } from './connector.js'
import { request } from './ethereum-connection.js'

/** A connected account with the functions of an embedded wallet's provider. The wallet itself asks the user. */
export function ethereumProviderOf(
  client: SallyportClient,
  { address, connection }: { address: string; connection: EthereumConnection },
): EthereumProvider {
  const { provider } = connection
  const adapted: EthereumProvider = {
    address,
    get chain() {
      const id = Number(connection.chainId.slice('eip155:'.length))
      return chainsOf(client.options).find((each) => each.id === id) ?? unknownChain(id)
    },
    request: ({ method, params }) => request(provider, { method, params: params ?? undefined }),
    on(event, listener) {
      provider.on(event, listener)
      return adapted
    },
    removeListener(event, listener) {
      provider.removeListener(event, listener)
      return adapted
    },
  }
  return adapted
}

/** A chain that only the wallet knows: the app has no URL for it. */
function unknownChain(id: number): Chain {
  const nativeCurrency = { name: 'Ether', symbol: 'ETH', decimals: 18 }
  return { id, name: `Chain ${id}`, nativeCurrency, rpcUrls: {} }
}
