import {
  automaticRecoveryMethod,
  type CloudStorageName,
  type RecoveryMethod,
  type RecoverySecret,
} from '@sallyport/contract'
import type { Cloud } from './cloud/cloud-store.js'

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
  cloud: Cloud
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

const automatic = { method: automaticRecoveryMethod, locator: null, secret: null } as const

/** The vault keeps all that is needed, and releases it after a login. */
export const automaticRecovery = {
  secrets: [] as readonly RecoverySecret[],
  create: async () => automatic,
  // Where the user has chosen it in place of another recovery, the locator names the choice.
  open: async ({ locator = null }) => ({ ...automatic, locator }),
} satisfies RecoveryStrategy

/** The secret is stretched from a passcode that only the user knows. */
const userPasscode: RecoveryStrategy = {
  secrets: ['recoveryPassword'],
  create: async (input) => (await import('./user-passcode.js')).createFromPasscode(input),
  open: async (input) => (await import('./user-passcode.js')).openFromPasscode(input),
}

/** The secret is in a cloud storage of the user. */
const inStorage = (
  method: CloudStorageName,
  secrets: readonly RecoverySecret[],
): RecoveryStrategy => ({
  secrets,
  create: async (input) =>
    (await import('./cloud/cloud-recovery.js')).createCloudSecret({ ...input, method }),
  open: async (input) =>
    (await import('./cloud/cloud-recovery.js')).openCloudSecret({ ...input, method }),
})

/** A strategy for every recovery method that the page of an app can ask for: a passkey is used on a page of the wallet's origin. */
const recoveryStrategies = {
  [automaticRecoveryMethod]: automaticRecovery,
  'user-passcode': userPasscode,
  'google-drive': inStorage('google-drive', ['recoveryAccessToken']),
  // A native client keeps the secret in iCloud itself, and gives it.
  icloud: inStorage('icloud', [
    'recoveryAccessToken',
    'recoverySecretOverride',
    'iCloudRecordNameOverride',
  ]),
} as const satisfies Record<Exclude<RecoveryMethod, 'passkey'>, RecoveryStrategy>

/** What clients call a method besides its name. */
const otherNames: Readonly<Record<string, RecoveryMethod>> = { 'icloud-native': 'icloud' }

/** The strategy of `method`; undefined when the frame has none. */
export function findStrategy(method: string): RecoveryStrategy | undefined {
  const strategies: Readonly<Record<string, RecoveryStrategy>> = recoveryStrategies
  const name = Object.hasOwn(otherNames, method) ? (otherNames[method] ?? '') : method
  return Object.hasOwn(strategies, name) ? strategies[name] : undefined
}
