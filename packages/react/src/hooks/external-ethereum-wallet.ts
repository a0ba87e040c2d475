import { externalWallet, RpcError } from '@sallyport/core'
import { proveExternal, unlinkExternal } from '../external-proofs.js'
import { fundingActionsOf } from '../funding-actions.js'
import type { Kit } from '../kit.js'
import { isLinked } from '../linked-wallet.js'
import type { ConnectedWallet } from './use-wallets.js'

/** A connected account of an external Ethereum wallet, for apps. */
export function externalEthereumWallet(
  kit: Kit,
  wallet: externalWallet.ExternalWallet,
): ConnectedWallet[] {
  const { connector, connection, address } = wallet
  if (connection.chainType !== 'ethereum') return []
  const { client } = kit
  const provider = externalWallet.ethereumProviderOf(client, { address, connection })
  const externals = externalWallet.externalWalletsOf(client)
  const { name, icon, id, walletClientType, connectorType } = connector
  return [
    {
      type: 'ethereum',
      address,
      connectedAt: wallet.connectedAtMs,
      walletClientType,
      connectorType,
      imported: false,
      meta: { id, name, ...(icon === null ? {} : { icon }) },
      linked: isLinked(client.state.user, wallet),
      walletIndex: null,
      chainId: connection.chainId,
      isConnected: async () =>
        externalWallet.connectedAt(client, address)?.connection === connection,
      disconnect: () => void externals.disconnect(connector),
      switchChain: (chain) => connection.switchChain(Number(chain)),
      getEthereumProvider: async () => provider,
      sign: (text) => connection.signText({ address, text }),
      async loginOrLink() {
        const held = externalWallet.connectedAt(client, address)
        if (held?.connection !== connection) throw new RpcError(4900)
        await proveExternal(kit, wallet)
      },
      unlink: async () => void (await unlinkExternal(client, wallet)),
      fund: (options) => fundingActionsOf(kit).fundWallet(address, options),
    },
  ]
}
