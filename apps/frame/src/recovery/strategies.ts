import {
  automaticRecoveryMethod,
  type RecoveryMethod,
  type RecoverySecret,
} from '@sallyport/contract'

/** The recovery fields of a request; public clients leave them out or send null. */
export type RecoveryFields = {
  readonly [F in 'recoveryMethod' | RecoverySecret]?: string | null | undefined
}

/** What recovery keys of a root are made with. */
export interface RecoveryMeans {
  method: RecoveryMethod
  /** Finds the user's secret again; the server keeps it. Null with automatic recovery. */
  locator: string | null
  /** 32 bytes that only the user can bring; its caller wipes it. Null: the vault's keys open the recovery shares. */
  secret: Uint8Array | null
}

/** What a strategy works with. */
export interface RecoveryInput {
  webCrypto: Crypto
  walletId: string
  fields: RecoveryFields
}

/** How the user's secret of one recovery method is made, and found again. */
export interface RecoveryStrategy {
  /** The secrets of a request this method uses; a request with any other is refused. */
  secrets: readonly RecoverySecret[]
  /** A new secret, kept where the user can bring it back from. The caller wipes it. */
  create(input: RecoveryInput): Promise<RecoveryMeans>
  /** The secret that `create` made. The caller wipes it. */
  open(input: RecoveryInput & { locator: string | undefined }): Promise<RecoveryMeans>
}

const automatic: RecoveryMeans = { method: automaticRecoveryMethod, locator: null, secret: null }

/** The vault keeps all that is needed, and releases it after a login. */
export const automaticRecovery = {
  secrets: [] as readonly RecoverySecret[],
  create: async () => automatic,
  open: async () => automatic,
} satisfies RecoveryStrategy

/** The secret is stretched from a passcode that only the user knows. */
const userPasscode: RecoveryStrategy = {
  secrets: ['recoveryPassword'],
  create: async (input) => (await import('./user-passcode.js')).createFromPasscode(input),
  open: async (input) => (await import('./user-passcode.js')).openFromPasscode(input),
}

/** A strategy for every recovery method of the wire; null: requests for it are refused. */
const recoveryStrategies = {
  [automaticRecoveryMethod]: automaticRecovery,
  'user-passcode': userPasscode,
  'google-drive': null,
  icloud: null,
} as const satisfies Record<RecoveryMethod, RecoveryStrategy | null>

/** The strategy of `method`; undefined when the frame has none. */
export function findStrategy(method: string): RecoveryStrategy | undefined {
  const strategies: Readonly<Record<string, RecoveryStrategy | null>> = recoveryStrategies
  return Object.hasOwn(strategies, method) ? (strategies[method] ?? undefined) : undefined
}
