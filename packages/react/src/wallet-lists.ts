import type { LoginChain } from '@sallyport/contract'
import { ethereum, externalWallet, type SallyportClient, wallet } from '@sallyport/core'
import { embeddedEthereumWallet } from './hooks/embedded-ethereum-wallet.js'
import { externalEthereumWallet } from './hooks/external-ethereum-wallet.js'
import { embeddedSolanaWallet } from './hooks/solana/embedded-solana-wallet.js'
import { externalSolanaWallet } from './hooks/solana/external-solana-wallet.js'
import type { ListedWallet, WalletList } from './hooks/use-wallet-list.js'
import type { Kit } from './kit.js'
import { offerConnectors } from './offered-connectors.js'

/** A list that tells of its changes; the same object until the next one. */
interface WalletListStore<W> {
  get(): WalletList<W>
  subscribe(listener: () => void): () => void
}

type Stores = { [C in LoginChain]: WalletListStore<ListedWallet[C]> }

const known = new WeakMap<Kit, Stores>()

/** The wallets of one chain type on a kit's page: embedded ones, oldest first, then connected external ones. */
export function walletListOf<C extends LoginChain>(kit: Kit, chainType: C): Stores[C] {
  const stores = known.get(kit) ?? createStores(kit)
  known.set(kit, stores)
  return stores[chainType]
}

function createStores(kit: Kit): Stores {
  const { client } = kit
  return {
    ethereum: createStore(kit, {
      embedded: () =>
        wallet.list(client, 'ethereum').map((each) => embeddedEthereumWallet(kit, each)),
      external: (each) => externalEthereumWallet(kit, each),
      follow: followChains,
    }),
    solana: createStore(kit, {
      embedded: () => wallet.list(client, 'solana').map((each) => embeddedSolanaWallet(kit, each)),
      external: (each) => externalSolanaWallet(kit, each),
      follow: () => () => undefined,
    }),
  }
}

interface Source<W> {
  embedded(): W[]
  external(wallet: externalWallet.ExternalWallet): W[]
  /** Tells of changes that neither the client nor external wallets tell of. */
  follow(client: SallyportClient, changed: () => void): () => void
}

function createStore<W>(kit: Kit, { embedded, external, follow }: Source<W>): WalletListStore<W> {
  const { client } = kit
  const externals = externalWallet.externalWalletsOf(client)
  let made: readonly unknown[] = []
  let switches = 0
  let list: WalletList<W> = { wallets: [], ready: false }
  return {
    get() {
      const { user, status } = client.state
      const now = [user, status === 'loading', externals.state, switches]
      if (now.some((each, index) => each !== made[index])) {
        made = now
        list = {
          wallets: [...embedded(), ...externals.state.wallets.flatMap(external)],
          ready: status !== 'loading' && externals.state.ready,
        }
      }
      return list
    },
    subscribe(listener) {
      offerConnectors(kit)
      const changed = () => {
        switches += 1
        listener()
      }
      const stops = [
        client.subscribe(listener),
        externals.subscribe(listener),
        follow(client, changed),
      ]
      return () => {
        for (const stop of stops) stop()
      }
    },
  }
}

/** Tells when an embedded wallet moves to another chain. */
function followChains(client: SallyportClient, changed: () => void): () => void {
  let providers: ReturnType<typeof ethereum.getProvider>[] = []
  let followed = ''
  const leave = () => {
    for (const provider of providers) provider.removeListener('chainChanged', changed)
  }
  const follow = () => {
    const addresses = wallet.list(client, 'ethereum').map(({ address }) => address)
    if (addresses.join() === followed) return
    followed = addresses.join()
    leave()
    providers = addresses.map((address) => ethereum.getProvider(client, address))
    for (const provider of providers) provider.on('chainChanged', changed)
  }
  const stopListening = client.subscribe(follow)
  follow()
  return () => {
    stopListening()
    leave()
  }
}
