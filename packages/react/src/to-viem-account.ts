import { ClientError, ConfigError } from '@sallyport/core'
import { importViemAccounts } from '@sallyport/core/peers'
import type { CustomSource } from 'viem'
import type { ConnectedWallet } from './hooks/use-wallets.js'

type Hex = `0x${string}`

/** An account as viem takes it, in types that need no viem: `createWalletClient({ account, … })`. */
export interface ViemAccount {
  address: Hex
  type: 'local'
  source: string
  publicKey: Hex
  signMessage(request: { message: string | { raw: Hex | Uint8Array } }): Promise<Hex>
  signTransaction(transaction: object): Promise<Hex>
  signTypedData(typedData: object): Promise<Hex>
  /** Embedded wallets only: signs a hash, which the app's settings have to allow. */
  sign?: (request: { hash: Hex }) => Promise<Hex>
}

/**
 * A viem account that signs with `wallet`, for `createWalletClient({ account, … })`. The wallet asks the user as it does for
 * every other request. Transactions are signed by embedded wallets only: others sign just what they send themselves.
 *
 * @throws ConfigError when the app has not installed viem.
 */
export async function toViemAccount({ wallet }: { wallet: ConnectedWallet }): Promise<ViemAccount> {
  const [{ toAccount, ...viem }, provider] = await Promise.all([
    loadViem(),
    wallet.getEthereumProvider(),
  ])
  const address = viem.getAddress(wallet.address)
  // The methods asked for here answer with hex.
  const ask = async (method: string, params: unknown[]) =>
    (await provider.request({ method, params })) as Hex
  const isEmbedded = wallet.connectorType.startsWith('embedded')
  const source: CustomSource = {
    address,
    signMessage({ message }) {
      const given = typeof message === 'string' ? viem.stringToHex(message) : message.raw
      const bytes = typeof given === 'string' ? given : viem.bytesToHex(given)
      return ask('personal_sign', [bytes, address])
    },
    signTypedData(typedData) {
      // As in viem's own action, whose serializer leaves out a domain that has no type. Its types are too wide for both.
      const given = typedData as unknown as Parameters<typeof viem.serializeTypedData>[0]
      const domainType = viem.getTypesForEIP712Domain({ domain: given.domain ?? {} })
      const types = { EIP712Domain: domainType, ...given.types }
      const whole = { ...given, types } as typeof given
      return ask('eth_signTypedData_v4', [address, viem.serializeTypedData(whole)])
    },
    async signTransaction(transaction) {
      if (!isEmbedded) throw new ClientError('not_supported')
      const { chainId } = transaction
      const fields = viem.formatTransactionRequest(
        transaction as Parameters<typeof viem.formatTransactionRequest>[0], // see above
      )
      const given = { ...fields, from: address }
      return ask('eth_signTransaction', [
        chainId === undefined ? given : { ...given, chainId: viem.numberToHex(chainId) },
      ])
    },
  }
  const sign = ({ hash }: { hash: Hex }) => ask('secp256k1_sign', [hash])
  // viem's own types are generic; `ViemAccount` takes what they take.
  return toAccount(isEmbedded ? { ...source, sign } : source) as unknown as ViemAccount
}

async function loadViem() {
  try {
    return await importViemAccounts()
  } catch (cause) {
    throw new ConfigError('toViemAccount needs viem: npm install viem', { cause })
  }
}
