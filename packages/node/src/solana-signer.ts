import {
  type Address,
  getBase64EncodedWireTransaction,
  getBase64Encoder,
  getTransactionDecoder,
  type MessagePartialSigner,
  address as readAddress,
  type SignatureBytes,
  type TransactionPartialSigner,
} from '@solana/kit'
import type { AuthorizationContext } from './authorization/context.js'
import type { SallyportClient } from './client.js'

/** A server wallet on Solana, and who signs its requests. */
export interface SolanaWallet {
  wallet_id: string
  address: string
  /** The owner of the wallet; a wallet without owner needs none. */
  authorization_context?: AuthorizationContext | undefined
}

/**
 * A signer of `@solana/kit` over a server wallet: each signature is asked of the server, which judges it by the wallet's policy. Its
 * methods reject with `SallyportError`, such as `policy_violation`.
 */
export function createSolanaSigner(
  client: Pick<SallyportClient, 'wallets'>,
  { wallet_id, address: text, authorization_context }: SolanaWallet,
): TransactionPartialSigner & MessagePartialSigner {
  const wallet = client.wallets().solana()
  const address = readAddress(text)
  const options = { authorization_context }
  const base64 = getBase64Encoder()
  const decoder = getTransactionDecoder()
  return {
    address,
    signTransactions: async (transactions) =>
      Promise.all(
        transactions.map(async (transaction) => {
          const given = { ...options, transaction: getBase64EncodedWireTransaction(transaction) }
          const { signed_transaction: signed } = await wallet.signTransaction(wallet_id, given)
          const { signatures } = decoder.decode(base64.encode(signed))
          return signatureOf(address, signatures[address])
        }),
      ),
    signMessages: async (messages) =>
      Promise.all(
        messages.map(async ({ content }) => {
          const given = { ...options, message: content }
          const { signature } = await wallet.signMessage(wallet_id, given)
          // An Ed25519 signature, which kit marks as such.
          return signatureOf(address, base64.encode(signature) as SignatureBytes)
        }),
      ),
  }
}

function signatureOf(address: Address, signature: SignatureBytes | null | undefined) {
  if (!signature) throw new TypeError(`The transaction needs no signature of ${address}`)
  return Object.freeze({ [address]: signature })
}
