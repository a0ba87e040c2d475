import {
  type Address,
  getTypesForEIP712Domain,
  type Hex,
  type LocalAccount,
  serializeTypedData,
  type TypedDataDefinition,
} from 'viem'
import { type CustomSource, toAccount } from 'viem/accounts'
import type { AuthorizationContext } from './authorization/context.js'
import type { SallyportClient } from './client.js'
import { fromHex } from './encoding.js'
import { toWireTransaction } from './viem-transaction.js'

/** A server wallet on Ethereum, and who signs its requests. */
export interface EthereumWallet {
  wallet_id: string
  address: Address
  /** The owner of the wallet; a wallet without owner needs none. */
  authorization_context?: AuthorizationContext | undefined
}

/**
 * A viem account over a server wallet: each signature is asked of the server, which judges it by the wallet's policy. Its methods
 * reject with `SallyportError`, such as `policy_violation`.
 */
export function createViemAccount(
  client: Pick<SallyportClient, 'wallets'>,
  { wallet_id, address, authorization_context }: EthereumWallet,
): LocalAccount {
  const wallet = client.wallets().ethereum()
  const options = { authorization_context }
  const source: CustomSource = {
    address,
    sign: async ({ hash }) => {
      const { signature } = await wallet.signSecp256k1(wallet_id, { ...options, params: { hash } })
      return asHex(signature)
    },
    signMessage: async ({ message }) => {
      const given = typeof message === 'string' ? message : bytesOf(message.raw)
      return asHex((await wallet.signMessage(wallet_id, { ...options, message: given })).signature)
    },
    signTypedData: async (typedData) => {
      // The generic parameter says which types it has; they are not looked at here.
      const typed_data = toWireTypedData(typedData as TypedDataDefinition)
      const given = { ...options, params: { typed_data } }
      return asHex((await wallet.signTypedData(wallet_id, given)).signature)
    },
    signTransaction: async (transaction) => {
      const params = { transaction: toWireTransaction(transaction) }
      const given = { ...options, params }
      return asHex((await wallet.signTransaction(wallet_id, given)).signed_transaction)
    },
    signAuthorization: async ({ chainId, nonce, ...named }) => {
      const contract = named.contractAddress ?? named.address
      if (contract === undefined) throw new TypeError('An authorization names a contract')
      const params = { contract, chain_id: chainId, nonce }
      const { authorization } = await wallet.sign7702Authorization(wallet_id, {
        ...options,
        params,
      })
      const { r, s, y_parity: yParity } = authorization
      return { address: contract, chainId, nonce, r: asHex(r), s: asHex(s), yParity }
    },
  }
  return toAccount(source)
}

const bytesOf = (raw: Hex | Uint8Array) => (typeof raw === 'string' ? fromHex(raw) : raw)

function asHex(text: string): Hex {
  return text.startsWith('0x') ? (text as Hex) : `0x${text}`
}

/** Typed data as JSON holds it: viem writes large integers as text, and a domain only where its type is there. */
function toWireTypedData(typedData: TypedDataDefinition) {
  const EIP712Domain = getTypesForEIP712Domain({ domain: typedData.domain })
  const types = { EIP712Domain, ...typedData.types }
  const {
    domain = {},
    message,
    primaryType,
  } = JSON.parse(
    // The same data with the type of its domain.
    serializeTypedData({ ...typedData, types } as TypedDataDefinition),
  )
  return { domain, types, message, primary_type: primaryType }
}
