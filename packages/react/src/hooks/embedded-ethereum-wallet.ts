import { ClientError, ethereum, type WalletAccount, wallet } from '@sallyport/core'
import { fundingActionsOf } from '../funding-actions.js'
import type { Kit } from '../kit.js'
import { signMessage } from '../wallet-requests.js'
import type { ConnectedWallet } from './use-wallets.js'

/** An embedded wallet, for apps. */
export function embeddedEthereumWallet(kit: Kit, account: WalletAccount): ConnectedWallet {
  const { client } = kit
  const { address, imported, walletIndex } = account
  const provider = ethereum.getProvider(client, address)
  const refuse = () => Promise.reject(new ClientError('not_supported'))
  return {
    type: 'ethereum',
    address,
    connectedAt: client.state.user?.createdAt.getTime() ?? 0,
    walletClientType: account.walletClientType ?? 'embedded',
    connectorType: account.connectorType ?? 'embedded',
    imported,
    meta: { id: 'org.sallyport.wallet', name: 'Sallyport' },
    linked: true,
    walletIndex,
    chainId: `eip155:${provider.chain.id}`,
    isConnected: async () =>
      wallet.list(client, 'ethereum').some((each) => each.address === address),
    disconnect: () => undefined,
    async switchChain(id) {
      const chainId = `0x${Number(id).toString(16)}`
      await provider.request({ method: 'wallet_switchEthereumChain', params: [{ chainId }] })
    },
    getEthereumProvider: async () => provider,
    sign: async (message) => (await signMessage(client, { message, address })).signature,
    loginOrLink: refuse,
    unlink: refuse,
    fund: (options) => fundingActionsOf(kit).fundWallet(address, options),
  }
}
