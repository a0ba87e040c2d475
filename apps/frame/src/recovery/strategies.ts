import {
  automaticRecoveryMethod,
  type RecoveryMethod,
  type RecoverySecret,
} from '@sallyport/contract'
import { randomBytes } from '@sallyport/crypto'

/** How a root with one recovery method gets the key its recovery share is encrypted under. */
export interface RecoveryStrategy {
  /** The secrets of a request this method uses; a request with any other is refused. */
  secrets: readonly RecoverySecret[]
  /** A new recovery key, 32 bytes, which the vault stores. The caller wipes it. */
  newRecoveryKey(webCrypto: Crypto): Uint8Array
}

/** The vault keeps the key, and releases it after a login. */
export const automaticRecovery: RecoveryStrategy = {
  secrets: [],
  newRecoveryKey: (webCrypto) => randomBytes(webCrypto, 32),
}

/** A strategy for every recovery method of the wire; null: requests for it are refused. */
const recoveryStrategies = {
  [automaticRecoveryMethod]: automaticRecovery,
  'user-passcode': null,
  'google-drive': null,
  icloud: null,
} as const satisfies Record<RecoveryMethod, RecoveryStrategy | null>

/** The strategy of `method`; undefined when the frame has none. */
export function findStrategy(method: string): RecoveryStrategy | undefined {
  const strategies: Readonly<Record<string, RecoveryStrategy | null>> = recoveryStrategies
  return Object.hasOwn(strategies, method) ? (strategies[method] ?? undefined) : undefined
}
