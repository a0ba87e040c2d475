export type { StoredBatch } from '../calls/batches.js'
export type { CallsStatus } from '../calls/call-methods.js'
export type { CallReceipt, CallsAccount, ChainCapabilities } from '../calls/calls-account.js'
export type { BatchCall, CallBatch } from '../calls/read-calls.js'
export { announceProvider } from '../providers/announce-provider.js'
export { isCallMethod, isReadOnly } from '../providers/ethereum.js'
export { createEmitter } from '../providers/events.js'

/**
 * Answers a request of EIP-5792 for an account that can send batches of calls.
 *
 * @throws RpcError with a code of EIP-1193 or EIP-5792.
 */
export async function answer(
  ...input: Parameters<typeof import('../providers/chain-work.js').answerCalls>
): Promise<unknown> {
  const { answerCalls } = await import('../providers/chain-work.js')
  return answerCalls(...input)
}
