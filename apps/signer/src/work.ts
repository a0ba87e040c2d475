import type { Cost } from './reserve.js'

/** What is signed for a request that the consent allows, and what it may cost. */
export interface Work {
  sign(key: Uint8Array): Record<string, string>
  costs: readonly Cost[]
}
