import { errorCode, externalWallet, wallet } from '@sallyport/core'
import type { AnyConnectedWallet } from './connect-actions.js'
import type { LoginMethod } from './flow/screens.js'
import { embeddedEthereumWallet } from './hooks/embedded-ethereum-wallet.js'
import { externalEthereumWallet } from './hooks/external-ethereum-wallet.js'
import { externalSolanaWallet } from './hooks/solana/external-solana-wallet.js'
import type { Kit } from './kit.js'

/*
 * What follows when the user has connected or chosen to create a wallet. Loaded then: a page that can connect wallets loads
 * none of their code first.
 */

/** Tells the app which wallet was connected at an address. */
export function tellConnected(kit: Kit, address: string): void {
  const found = externalWallet.connectedAt(kit.client, address)
  if (found === undefined) return
  const [connected] = [...externalEthereumWallet(kit, found), ...externalSolanaWallet(kit, found)]
  if (connected) tell(kit, connected)
}

/** Logs in by another method. Tells the app of the Ethereum wallet that the login created or the user had. */
export function createByLogin(kit: Kit, loginMethods: LoginMethod[]): void {
  const { client, events } = kit
  const stop = events.add('login', {
    onComplete: () => {
      stop()
      // An app that creates no wallets on login creates one here: that is what the user chose.
      const [known] = wallet.list(client, 'ethereum')
      const made = known ? Promise.resolve(known) : kit.actions.createWallet()
      made.then(
        (account) => tell(kit, embeddedEthereumWallet(kit, account)),
        (error: unknown) => {
          const code = errorCode(error, 'unknown_embedded_wallet_error')
          events.emit('connectWallet', (each) => each.onError?.(code))
        },
      )
    },
    onError: (code) => {
      stop()
      events.emit('connectWallet', (each) => each.onError?.(code))
    },
  })
  kit.login({ loginMethods })
}

function tell({ events }: Kit, wallet: AnyConnectedWallet): void {
  events.emit('connectWallet', (each) => each.onSuccess?.({ wallet }))
}
