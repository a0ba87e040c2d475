import * as z from 'zod/mini'
import { bitcoinRpc } from './bitcoin.js'
import { ethereumRpc } from './ethereum.js'
import { exportRpc } from './export.js'
import { solanaRpc } from './solana.js'

const walletRpcSchema = z.discriminatedUnion('method', [
  ethereumRpc,
  solanaRpc,
  bitcoinRpc,
  exportRpc,
])
type WalletRpcForm = typeof walletRpcSchema
/** Named, so that other declarations refer to it. */
export interface WalletRpcSchema extends WalletRpcForm {}
/** What an app asks of a wallet, of every method and chain: strict, so that an unknown member is refused by its path. */
export const walletRpc: WalletRpcSchema = walletRpcSchema
export type WalletRpc = z.output<typeof walletRpc>
/** The same before it is read: as a client sends it. */
export type WalletRpcInput = z.input<typeof walletRpc>
/** A method of the wallet API's RPC. */
export type WalletRpcMethod = WalletRpc['method']

/** Facts of a method. */
interface MethodFacts {
  /** The kind of chain whose wallets have it. */
  family: 'ethereum' | 'solana' | 'bitcoin' | 'every'
  /** Whether the API sends what is signed. */
  sends: boolean
}

/** Every method with its facts. */
export const walletRpcMethods = {
  personal_sign: { family: 'ethereum', sends: false },
  eth_signTypedData_v4: { family: 'ethereum', sends: false },
  eth_signTransaction: { family: 'ethereum', sends: false },
  eth_sendTransaction: { family: 'ethereum', sends: true },
  wallet_sendCalls: { family: 'ethereum', sends: true },
  eth_signUserOperation: { family: 'ethereum', sends: false },
  eth_sign7702Authorization: { family: 'ethereum', sends: false },
  secp256k1_sign: { family: 'ethereum', sends: false },
  signMessage: { family: 'solana', sends: false },
  signTransaction: { family: 'solana', sends: false },
  signAndSendTransaction: { family: 'solana', sends: true },
  bitcoin_signMessage: { family: 'bitcoin', sends: false },
  bitcoin_signPsbt: { family: 'bitcoin', sends: false },
  bitcoin_sendPsbt: { family: 'bitcoin', sends: true },
  exportPrivateKey: { family: 'every', sends: false },
  exportSeedPhrase: { family: 'every', sends: false },
} as const satisfies Record<WalletRpc['method'], MethodFacts>

/** Whether a method's name is one of ours. */
export function isWalletRpcMethod(method: unknown): method is WalletRpcMethod {
  return typeof method === 'string' && Object.hasOwn(walletRpcMethods, method)
}
