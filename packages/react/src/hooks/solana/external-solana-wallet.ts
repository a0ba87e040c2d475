import { externalWallet, RpcError } from '@sallyport/core'
import { proveExternal, unlinkExternal } from '../../external-proofs.js'
import { fundingActionsOf } from '../../funding-actions.js'
import type { Kit } from '../../kit.js'
import { isLinked } from '../../linked-wallet.js'
import { coreOptions, toBytes } from '../../solana-requests.js'
import type { ConnectedSolanaWallet } from './use-solana-wallets.js'

/** A connected account of an external Solana wallet, for apps. */
export function externalSolanaWallet(
  kit: Kit,
  wallet: externalWallet.ExternalWallet,
): ConnectedSolanaWallet[] {
  const { connector, connection, address } = wallet
  if (connection.chainType !== 'solana') return []
  const { client } = kit
  const externals = externalWallet.externalWalletsOf(client)
  const { name, icon, id, walletClientType, connectorType } = connector
  const provider = externalWallet.solanaWalletOf(client, { address, connection })
  return [
    {
      type: 'solana',
      address,
      connectedAt: wallet.connectedAtMs,
      walletClientType,
      connectorType,
      imported: false,
      meta: { id, name, ...(icon === null ? {} : { icon }) },
      linked: isLinked(client.state.user, wallet),
      walletIndex: null,
      isConnected: async () =>
        externalWallet.connectedAt(client, address)?.connection === connection,
      disconnect: () => void externals.disconnect(connector),
      getProvider: async () => provider,
      signMessage: (message) => provider.signMessage(message),
      signTransaction: async (transaction, options = {}) =>
        provider.signTransaction(toBytes(transaction), coreOptions(client, options)),
      async sendTransaction(transaction, rpc, options = {}) {
        const request = coreOptions(client, rpc ? { ...options, connection: rpc } : options)
        return (await provider.signAndSendTransaction(toBytes(transaction), request)).signature
      },
      async loginOrLink() {
        const held = externalWallet.connectedAt(client, address)
        if (held?.connection !== connection) throw new RpcError(4900)
        await proveExternal(kit, wallet)
      },
      unlink: async () => void (await unlinkExternal(client, wallet)),
      fund: (options) => fundingActionsOf(kit).fundSolanaWallet(address, options),
    },
  ]
}
