import { type Address, address } from '@solana/kit'
import type { Ledger } from '../ledger.js'
import { invalidParams } from '../rpc-error.js'

/** Answers one call; `params` are the client's, unchecked. */
export type Method = (ledger: Ledger, params: readonly unknown[]) => unknown

/** Answers with the slot they are true at, as many methods do. */
export function withContext(ledger: Ledger, value: unknown): unknown {
  return { context: { slot: ledger.slot, apiVersion: '3.0.0' }, value }
}

/** The parameter as an address. @throws SolanaRpcError −32602 when it is not one. */
export function toAddress(param: unknown): Address {
  try {
    return address(String(param))
  } catch {
    throw invalidParams('not an address')
  }
}

/** The parameter as a list of at most `max` values. @throws SolanaRpcError −32602 when it is not one. */
export function toList(param: unknown, max: number): unknown[] {
  if (!Array.isArray(param) || param.length > max) throw invalidParams(`a list of at most ${max}`)
  return param
}

/** The parameter as options; empty when it is absent. */
export function toOptions(param: unknown): Record<string, unknown> {
  // Each key is checked where it is read.
  return typeof param === 'object' && param !== null ? (param as Record<string, unknown>) : {}
}
