import { errorCode, type WalletAccount, wallet } from '@sallyport/core'
import { useCallback } from 'react'
import { useKit } from '../context.js'
import type { Callbacks } from '../events.js'
import type { Kit } from '../kit.js'
import {
  type CreateWalletOptions,
  createOptions,
  type RequestOptions,
  sendTransaction,
  signMessage,
  signTransaction,
  signTypedData,
  type TransactionRequest,
  type TypedDataRequest,
} from './requests.js'
import { useCallbacks } from './use-callbacks.js'

/** Groups whose callbacks are a success and an error code. */
type SettledGroup = Exclude<keyof Callbacks, 'login' | 'logout' | 'accessToken'>

/** Runs `work` and tells the callbacks of `group` how it went; rejects as `work` does. */
export async function settled<T>(
  kit: Kit,
  group: SettledGroup,
  work: () => Promise<T>,
): Promise<T> {
  try {
    const value = await work()
    // Each group's `onSuccess` takes what its own work gives.
    kit.events.emit(group, (each) => (each.onSuccess as ((given: T) => void) | undefined)?.(value))
    return value
  } catch (error) {
    const code = errorCode(error, 'unknown_embedded_wallet_error')
    kit.events.emit(group, (each) => each.onError?.(code))
    throw error
  }
}

/** `createWallet()` makes an embedded Ethereum wallet; no screen is shown. */
export function useCreateWallet(callbacks?: Callbacks['createWallet']) {
  const kit = useKit()
  useCallbacks('createWallet', callbacks)
  const createWallet = useCallback(
    async (options?: CreateWalletOptions): Promise<WalletAccount> => {
      const work = async () => ({
        wallet: await wallet.createEthereum(kit.client, createOptions(options)),
      })
      return (await settled(kit, 'createWallet', work)).wallet
    },
    [kit],
  )
  return { createWallet }
}

/** `signMessage({ message })` asks for a signature on a text. Rejects with RpcError 4001 when refused. */
export function useSignMessage(callbacks?: Callbacks['signMessage']) {
  const kit = useKit()
  useCallbacks('signMessage', callbacks)
  const sign = useCallback(
    (input: { message: string }, options: RequestOptions = {}) =>
      settled(kit, 'signMessage', () => signMessage(kit.client, { ...options, ...input })),
    [kit],
  )
  return { signMessage: sign }
}

/** `signTypedData(data)` asks for a signature on EIP-712 data. */
export function useSignTypedData(callbacks?: Callbacks['signTypedData']) {
  const kit = useKit()
  useCallbacks('signTypedData', callbacks)
  const sign = useCallback(
    (typedData: TypedDataRequest, options: RequestOptions = {}) =>
      settled(kit, 'signTypedData', () => signTypedData(kit.client, { ...options, typedData })),
    [kit],
  )
  return { signTypedData: sign }
}

/** `signTransaction(tx)` gives the signed transaction and sends nothing. */
export function useSignTransaction(callbacks?: Callbacks['signTransaction']) {
  const kit = useKit()
  useCallbacks('signTransaction', callbacks)
  const sign = useCallback(
    (transaction: TransactionRequest, options: RequestOptions = {}) =>
      settled(kit, 'signTransaction', () =>
        signTransaction(kit.client, { ...options, transaction }),
      ),
    [kit],
  )
  return { signTransaction: sign }
}

/** `sendTransaction(tx)` signs and broadcasts; resolves with the hash once the network took it. */
export function useSendTransaction(callbacks?: Callbacks['sendTransaction']) {
  const kit = useKit()
  useCallbacks('sendTransaction', callbacks)
  const send = useCallback(
    (transaction: TransactionRequest, options: RequestOptions = {}) =>
      settled(kit, 'sendTransaction', () =>
        sendTransaction(kit.client, { ...options, transaction }),
      ),
    [kit],
  )
  return { sendTransaction: send }
}
