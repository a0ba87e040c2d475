import { ClientError, solana, type WalletAccount, wallet } from '@sallyport/core'
import { fundingActionsOf } from '../../funding-actions.js'
import type { Kit } from '../../kit.js'
import { coreOptions, toBytes } from '../../solana-requests.js'
import type { ConnectedSolanaWallet } from './use-solana-wallets.js'

/** An embedded wallet, for apps. */
export function embeddedSolanaWallet(kit: Kit, account: WalletAccount): ConnectedSolanaWallet {
  const { client } = kit
  const { address, imported, walletIndex } = account
  const provider = solana.getWallet(client, address)
  const refuse = () => Promise.reject(new ClientError('not_supported'))
  return {
    type: 'solana',
    address,
    connectedAt: client.state.user?.createdAt.getTime() ?? 0,
    walletClientType: account.walletClientType ?? 'embedded',
    connectorType: account.connectorType ?? 'embedded',
    imported,
    meta: { id: 'org.sallyport.wallet', name: 'Sallyport' },
    linked: true,
    walletIndex,
    isConnected: async () => wallet.list(client, 'solana').some((each) => each.address === address),
    disconnect: () => undefined,
    loginOrLink: refuse,
    unlink: refuse,
    fund: (options) => fundingActionsOf(kit).fundSolanaWallet(address, options),
    getProvider: async () => provider,
    signMessage: (message, options = {}) => provider.signMessage(message, options.uiOptions),
    signTransaction: async (transaction, options = {}) =>
      provider.signTransaction(toBytes(transaction), coreOptions(client, options)),
    async sendTransaction(transaction, connection, options = {}) {
      const request = coreOptions(client, connection ? { ...options, connection } : options)
      return (await provider.signAndSendTransaction(toBytes(transaction), request)).signature
    },
  }
}
