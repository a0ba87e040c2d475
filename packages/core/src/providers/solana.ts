import { fromBase64, toBase64, toHex } from '../bytes.js'
import type { SallyportClient } from '../client.js'
import { ClientError, RpcError } from '../errors.js'
import type { RequestStep, RequestUiOptions, SolanaCluster, WalletAccount } from '../types.js'
import { embeddedWallets } from '../wallet/accounts.js'
import { operate } from '../wallet/operate.js'
import { requireCluster } from './chains.js'
import { textOf } from './ethereum-parameters.js'
import { confirmThenRun } from './should-confirm.js'

/** How one Solana request differs from the rest. */
export interface SolanaRequestOptions extends RequestUiOptions {
  /** Default: the first configured cluster. */
  cluster?: SolanaCluster['name']
}

/** How a cluster takes a sent transaction: what `sendTransaction` of its RPC accepts beside the bytes. */
export interface SolanaTransactionOptions {
  /** Sends without a simulation first. */
  skipPreflight?: boolean
  /** The state the simulation starts from; default `confirmed`. */
  preflightCommitment?: 'processed' | 'confirmed' | 'finalized'
  /** How often the node sends it on to the leader; default: until the blockhash expires. */
  maxRetries?: number
  minContextSlot?: number
}

/** One embedded Solana wallet. Transactions are wire bytes: signatures, then message. */
export interface SolanaWallet {
  /** Base58. */
  readonly address: string
  /** The 64-byte signature of `message`. @throws ClientError `invalid_message` when it is a transaction. */
  signMessage(message: Uint8Array, options?: RequestUiOptions): Promise<Uint8Array>
  /** The transaction with this wallet's signature in its place. */
  signTransaction(transaction: Uint8Array, options?: SolanaRequestOptions): Promise<Uint8Array>
  /** Signs and broadcasts; resolves with the transaction's signature, base58 and bytes, once the cluster took it. */
  signAndSendTransaction(
    transaction: Uint8Array,
    options?: SolanaRequestOptions & { transactionOptions?: SolanaTransactionOptions },
  ): Promise<{ signature: string; signatureBytes: Uint8Array }>
}

/** The user's embedded wallet at `address`; its calls throw RpcError 4100 once the user is gone. */
export function getWallet(client: SallyportClient, address: string): SolanaWallet {
  return {
    address,
    async signMessage(message, ui = {}) {
      const wallet = requireWallet(client, address)
      // An app without types may give a text; of another window too, so not by its class.
      if (!ArrayBuffer.isView(message)) throw new ClientError('invalid_message')
      const text = textOf(message)
      if (text === null && (await isTransaction(message))) {
        throw new ClientError('invalid_message', {
          message: 'These bytes are a transaction: sign them as one',
        })
      }
      return confirmThenRun(client, {
        request: {
          kind: 'sign-message',
          chainType: 'solana',
          address,
          message: text ?? toHex(message),
        },
        ui,
        run: (report) => signBytes(client, { wallet, bytes: message }, report),
      })
    },
    async signTransaction(transaction, { cluster: name, ...ui } = {}) {
      const wallet = requireWallet(client, address)
      const cluster = requireCluster(client, name)
      const { requireSigner, signWith } = await import('./solana-transaction.js')
      await requireSigner(transaction, address)
      return confirmThenRun(client, {
        request: {
          kind: 'sign-solana-transaction',
          address,
          cluster,
          transaction: toBase64(transaction),
        },
        ui,
        run: (report) =>
          signWith(transaction, address, (bytes) => signBytes(client, { wallet, bytes }, report)),
      })
    },
    async signAndSendTransaction(
      transaction,
      { cluster: name, transactionOptions = {}, ...ui } = {},
    ) {
      const wallet = requireWallet(client, address)
      const cluster = requireCluster(client, name)
      const { requireSigner, sendAndWatch, signWith } = await import('./solana-transaction.js')
      await requireSigner(transaction, address)
      return confirmThenRun(client, {
        request: {
          kind: 'send-solana-transaction',
          address,
          cluster,
          transaction: toBase64(transaction),
        },
        ui,
        async run(report) {
          // Ed25519 is deterministic: running again signs and sends the very same transaction.
          const signed = await signWith(transaction, address, (bytes) =>
            signBytes(client, { wallet, bytes }, report),
          )
          return sendAndWatch(client, { cluster, signed, transactionOptions }, report)
        },
      })
    },
  }
}

function requireWallet(client: SallyportClient, address: string): WalletAccount {
  const wallet = embeddedWallets(client, 'solana').find((each) => each.address === address)
  if (!wallet) throw new RpcError(4100)
  return wallet
}

async function signBytes(
  client: SallyportClient,
  { wallet, bytes }: { wallet: WalletAccount; bytes: Uint8Array },
  report: (step: RequestStep) => void,
): Promise<Uint8Array> {
  const request = { method: 'signMessage', params: { message: toBase64(bytes) } }
  const data = await operate(client, wallet, request, report)
  const text = data && typeof data === 'object' && 'signature' in data ? data.signature : null
  const signature = typeof text === 'string' ? fromBase64(text) : null
  if (signature?.length !== 64) throw new ClientError('unable_to_sign')
  return signature
}

/** Whether signing these bytes would sign a transaction: a page must not get that under the name of a message. */
async function isTransaction(bytes: Uint8Array): Promise<boolean> {
  const { readMessage } = await import('./solana-transaction.js')
  return (await readMessage(bytes)) !== null
}
