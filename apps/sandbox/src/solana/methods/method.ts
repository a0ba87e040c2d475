import { type Address, address } from '@solana/kit'
import type { Ledger } from '../ledger.js'
import { invalidParams } from '../rpc-error.js'

/** Handles one call. `params` are not validated. */
export type Method = (ledger: Ledger, params: readonly unknown[]) => unknown

/** Wraps a value with the current slot, as many methods do. */
export function withContext(ledger: Ledger, value: unknown): unknown {
  return { context: { slot: ledger.slot, apiVersion: '3.0.0' }, value }
}

/** Parses an address parameter. @throws SolanaRpcError −32602 when it is not one. */
export function toAddress(param: unknown): Address {
  try {
    return address(String(param))
  } catch {
    throw invalidParams('not an address')
  }
}

/** Parses a list parameter of at most `max` values. @throws SolanaRpcError −32602 when it is not one. */
export function toList(param: unknown, max: number): unknown[] {
  if (!Array.isArray(param) || param.length > max) throw invalidParams(`a list of at most ${max}`)
  return param
}

/** Parses an options parameter; empty when it is absent. */
export function toOptions(param: unknown): Record<string, unknown> {
  // Each key is validated where it is read.
  return typeof param === 'object' && param !== null ? (param as Record<string, unknown>) : {}
}
