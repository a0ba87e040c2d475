/* The batches of embedded wallets, loaded by the first request about one. */
import type { SallyportClient } from '../client.js'
import { RpcError } from '../errors.js'
import type { RequestUiOptions, WalletAccount } from '../types.js'
import { answerCalls, type CallsRequest } from './call-methods.js'
import { embeddedCallsAccount } from './embedded-account.js'

export { answerCalls }

/** Answers a request of EIP-5792 for an embedded wallet. @throws as `answerCalls`; RpcError 4100 without a wallet. */
export function answerEmbedded(
  input: { client: SallyportClient; wallet: WalletAccount | undefined; ui: RequestUiOptions },
  request: CallsRequest,
): Promise<unknown> {
  const { client, wallet, ui } = input
  if (!wallet) throw new RpcError(4100)
  return answerCalls(client, embeddedCallsAccount(client, wallet), request, ui)
}
