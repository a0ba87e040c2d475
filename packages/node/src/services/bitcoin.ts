import type { WalletRpcData } from '@sallyport/contract/wallet-api'
import type { CallOptions } from '../http/call-options.js'
import { type MethodInput, textParams } from './ethereum.js'
import type { CallRpc } from './wallets.js'

/** A PSBT in base64. */
type GivenPsbt = { psbt: string }

/** What a wallet signs and sends on Bitcoin. */
export interface BitcoinService {
  /** By BIP-322. */
  signMessage(
    wallet_id: string,
    input: { message: string | Uint8Array } & CallOptions,
  ): Promise<WalletRpcData['bitcoin_signMessage']>
  signPsbt(
    wallet_id: string,
    input: GivenPsbt & CallOptions,
  ): Promise<WalletRpcData['bitcoin_signPsbt']>
  sendPsbt(
    wallet_id: string,
    input: GivenPsbt & Omit<MethodInput<'bitcoin_sendPsbt'>, 'params'>,
  ): Promise<WalletRpcData['bitcoin_sendPsbt']>
}

/** The service over the RPC call. */
export function createBitcoin(rpc: CallRpc): BitcoinService {
  const paramsOf = (psbt: string) => ({ psbt, encoding: 'base64' }) as const
  return {
    signMessage: async (wallet_id, { message, ...options }) =>
      (
        await rpc<'bitcoin_signMessage'>(wallet_id, {
          ...options,
          ...{ method: 'bitcoin_signMessage', params: textParams(message) },
        })
      ).data,
    signPsbt: async (wallet_id, { psbt, ...options }) =>
      (
        await rpc<'bitcoin_signPsbt'>(wallet_id, {
          ...options,
          ...{ method: 'bitcoin_signPsbt', params: paramsOf(psbt) },
        })
      ).data,
    sendPsbt: async (wallet_id, { psbt, ...rest }) =>
      (
        await rpc<'bitcoin_sendPsbt'>(wallet_id, {
          ...rest,
          ...{ method: 'bitcoin_sendPsbt', params: paramsOf(psbt) },
        })
      ).data,
  }
}
