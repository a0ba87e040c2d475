import type { WalletRpcData } from '@sallyport/contract/wallet-api'
import { toBase64, utf8 } from '../encoding.js'
import type { CallOptions } from '../http/call-options.js'
import type { MethodInput } from './ethereum.js'
import type { CallRpc } from './wallets.js'

/** A transaction with room for its signatures: bytes, or base64 of them. */
type GivenTransaction = { transaction: string | Uint8Array }

/** What a wallet signs and sends on Solana. */
export interface SolanaService {
  /** Text is signed as its UTF-8 bytes. */
  signMessage(
    wallet_id: string,
    input: { message: string | Uint8Array } & CallOptions,
  ): Promise<WalletRpcData['signMessage']>
  signTransaction(
    wallet_id: string,
    input: GivenTransaction & CallOptions,
  ): Promise<WalletRpcData['signTransaction']>
  signAndSendTransaction(
    wallet_id: string,
    input: GivenTransaction & Omit<MethodInput<'signAndSendTransaction'>, 'params'>,
  ): Promise<WalletRpcData['signAndSendTransaction']>
}

/** The service over the RPC call. */
export function createSolana(rpc: CallRpc): SolanaService {
  const chain_type = 'solana'
  return {
    signMessage: async (wallet_id, { message, ...options }) => {
      const bytes = typeof message === 'string' ? utf8(message) : message
      const params = { message: toBase64(bytes), encoding: 'base64' } as const
      return (
        await rpc<'signMessage'>(wallet_id, {
          ...options,
          ...{ chain_type, method: 'signMessage', params },
        })
      ).data
    },
    signTransaction: async (wallet_id, { transaction, ...options }) =>
      (
        await rpc<'signTransaction'>(wallet_id, {
          ...options,
          ...{ chain_type, method: 'signTransaction', params: paramsOf(transaction) },
        })
      ).data,
    signAndSendTransaction: async (wallet_id, { transaction, ...rest }) =>
      (
        await rpc<'signAndSendTransaction'>(wallet_id, {
          ...{ chain_type, ...rest },
          ...{ method: 'signAndSendTransaction', params: paramsOf(transaction) },
        })
      ).data,
  }
}

const paramsOf = (transaction: string | Uint8Array) =>
  ({
    transaction: typeof transaction === 'string' ? transaction : toBase64(transaction),
    encoding: 'base64',
  }) as const
