import type { CloudStorageName, RecoverySecret } from '@sallyport/contract'
import { deriveKey, randomBytes } from '@sallyport/crypto'
import { invalidArguments } from '../../frame-error.js'
import type { CloudOutside, CloudStore } from './cloud-store.js'
import { createGoogleDrive } from './google-drive.js'
import { createICloud } from './icloud.js'

interface Cloud {
  outside: CloudOutside
  /** Asks the server for the app's container in iCloud. */
  readContainer: Parameters<typeof createICloud>[1]
}

/** The fields of a request that open a cloud storage; public clients leave them out or send null. */
type CloudFields = {
  readonly [F in Extract<
    RecoverySecret,
    'recoveryAccessToken' | 'recoverySecretOverride' | 'iCloudRecordNameOverride'
  >]?: string | null | undefined
}

interface Request {
  storage: CloudStorageName
  walletId: string
  fields: CloudFields
}

/** The secret of a user, 32 bytes, which the caller wipes, and what it is found by. */
interface FoundSecret {
  secret: Uint8Array
  locator: string
}

/**
 * A new secret in the user's cloud storage, read back from there. A native client of iCloud stores one itself and gives it.
 *
 * @throws FrameError `invalid_request_arguments` without access to the storage; CloudError, and nothing may rely on the secret.
 */
export async function createCloudSecret(
  cloud: Cloud,
  { storage, walletId, fields }: Request,
): Promise<FoundSecret> {
  const given = secretOfClient({ storage, walletId, fields })
  if (given !== undefined) {
    const locator = fields.iCloudRecordNameOverride
    if (!locator || locator.length > 255) throw noAccess()
    return { secret: given, locator }
  }
  const { webCrypto } = cloud.outside
  const accessToken = requireAccessToken(fields)
  const secret = randomBytes(webCrypto, 32)
  const locator = await open[storage](cloud).store({ secret, walletId, accessToken })
  return { secret, locator }
}

/**
 * The secret that a user keeps in a cloud storage.
 *
 * @throws FrameError `invalid_request_arguments` without access to the storage; CloudError.
 */
export async function openCloudSecret(
  cloud: Cloud,
  { storage, walletId, fields, locator }: Request & { locator: string },
): Promise<FoundSecret> {
  const given = secretOfClient({ storage, walletId, fields })
  if (given !== undefined) return { secret: given, locator }
  const accessToken = requireAccessToken(fields)
  return { secret: await open[storage](cloud).read({ locator, walletId, accessToken }), locator }
}

const open = {
  'google-drive': ({ outside }) => createGoogleDrive(outside),
  icloud: ({ outside, readContainer }) => createICloud(outside, readContainer),
} as const satisfies Record<CloudStorageName, (cloud: Cloud) => CloudStore>

/** 128 bits in base64url: a text that can be guessed is refused. */
const minSecretLength = 22

/** The secret that a native client keeps in iCloud by itself, whatever its form is. */
function secretOfClient({ storage, walletId, fields }: Request): Uint8Array | undefined {
  const { recoverySecretOverride: text } = fields
  if (storage !== 'icloud' || text == null) return undefined
  if (text.length < minSecretLength || text.length > 4096) {
    throw invalidArguments('The recovery secret is too short, or too long')
  }
  const secret = new TextEncoder().encode(text)
  return deriveKey({ secret, salt: walletId, info: 'recovery-secret-of-client-v1' })
}

function requireAccessToken({ recoveryAccessToken: token }: CloudFields): string {
  if (!token || token.length > 4096) throw noAccess()
  return token
}

function noAccess() {
  return invalidArguments('Access to the cloud storage is missing')
}
