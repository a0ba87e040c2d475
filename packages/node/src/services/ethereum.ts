import type { WalletRpcData, WalletRpcInput } from '@sallyport/contract/wallet-api'
import { toHex } from '../encoding.js'
import type { CallOptions, InputOf } from '../http/call-options.js'
import type { CallRpc } from './wallets.js'

type Asked<M extends WalletRpcInput['method']> = Extract<WalletRpcInput, { method: M }>
/** The members of a request beside its method. */
export type MethodInput<M extends WalletRpcInput['method']> = InputOf<Omit<Asked<M>, 'method'>>

/** What a wallet signs and sends on Ethereum and its rollups. */
export interface EthereumService {
  /** Text is signed as it is, also when it begins with 0x; bytes are signed as bytes. */
  signMessage(
    wallet_id: string,
    input: { message: string | Uint8Array } & CallOptions,
  ): Promise<WalletRpcData['personal_sign']>
  signTypedData(
    wallet_id: string,
    input: MethodInput<'eth_signTypedData_v4'>,
  ): Promise<WalletRpcData['eth_signTypedData_v4']>
  signTransaction(
    wallet_id: string,
    input: MethodInput<'eth_signTransaction'>,
  ): Promise<WalletRpcData['eth_signTransaction']>
  /** Nonce, gas and fees that are left out are filled in by the server. */
  sendTransaction(
    wallet_id: string,
    input: MethodInput<'eth_sendTransaction'>,
  ): Promise<WalletRpcData['eth_sendTransaction']>
  sendCalls(
    wallet_id: string,
    input: MethodInput<'wallet_sendCalls'>,
  ): Promise<WalletRpcData['wallet_sendCalls']>
  signUserOperation(
    wallet_id: string,
    input: MethodInput<'eth_signUserOperation'>,
  ): Promise<WalletRpcData['eth_signUserOperation']>
  sign7702Authorization(
    wallet_id: string,
    input: MethodInput<'eth_sign7702Authorization'>,
  ): Promise<WalletRpcData['eth_sign7702Authorization']>
  /** Signs a digest, which says nothing about what it allows. */
  signSecp256k1(
    wallet_id: string,
    input: MethodInput<'secp256k1_sign'>,
  ): Promise<WalletRpcData['secp256k1_sign']>
}

/** The service over the RPC call. */
export function createEthereum(rpc: CallRpc): EthereumService {
  /** Each method has the body of its name, and the answer's data. */
  const by =
    <M extends WalletRpcInput['method']>(method: M) =>
    async (wallet_id: string, input: MethodInput<M>): Promise<WalletRpcData[M]> => {
      const request = { chain_type: 'ethereum', ...input, method }
      return (await rpc<M>(wallet_id, request as never)).data
    }
  return {
    signMessage: (wallet_id, { message, ...options }) =>
      by('personal_sign')(wallet_id, { ...options, params: textParams(message) }),
    signTypedData: by('eth_signTypedData_v4'),
    signTransaction: by('eth_signTransaction'),
    sendTransaction: by('eth_sendTransaction'),
    sendCalls: by('wallet_sendCalls'),
    signUserOperation: by('eth_signUserOperation'),
    sign7702Authorization: by('eth_sign7702Authorization'),
    signSecp256k1: by('secp256k1_sign'),
  }
}

/** A message as the wire has it. */
export function textParams(message: string | Uint8Array) {
  return typeof message === 'string'
    ? ({ message, encoding: 'utf-8' } as const)
    : ({ message: toHex(message), encoding: 'hex' } as const)
}
