import { bitcoin, type SallyportClient, type WalletAccount, wallet } from '@sallyport/core'
import type { BitcoinChainType, ConnectedBitcoinWallet } from './use-bitcoin-wallets.js'

const chainTypes: readonly BitcoinChainType[] = ['bitcoin-segwit', 'bitcoin-taproot']

/** The user's embedded Bitcoin wallets, for apps: those of SegWit first. */
export function bitcoinWallets(client: SallyportClient): readonly ConnectedBitcoinWallet[] {
  return chainTypes.flatMap((type) =>
    wallet.list(client, type).map((account) => connectedWallet(client, type, account)),
  )
}

function connectedWallet(
  client: SallyportClient,
  type: BitcoinChainType,
  { address, walletIndex, imported }: WalletAccount,
): ConnectedBitcoinWallet {
  const wallet = () => bitcoin.getWallet(client, address)
  return {
    ...{ type, address, walletIndex, imported },
    readAddress: () => bitcoin.spellAddress(client, address),
    readBalance: () => bitcoin.balance(client, address),
    signMessage: async (message, options) => wallet().signMessage(message, options),
    signTransaction: async (psbt, options) => wallet().signTransaction(psbt, options),
    sendTransaction: async (psbt, options) => wallet().signAndSendTransaction(psbt, options),
    async send(payment, options) {
      const psbt = await bitcoin.transfer(client, { ...payment, from: address })
      return wallet().signAndSendTransaction(psbt, options)
    },
  }
}
