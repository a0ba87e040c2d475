import type { CloudStorageName, RecoverySecret } from '@sallyport/contract'
import { internalFailure, invalidArguments } from '../../frame-error.js'
import { derive } from '../derive.js'
import type { Cloud, CloudStore } from './cloud-store.js'
import { createGoogleDrive } from './google-drive.js'
import { createICloud } from './icloud.js'

/** The fields of a request that open a cloud storage; public clients leave them out or send null. */
type CloudFields = {
  readonly [F in Extract<
    RecoverySecret,
    'recoveryAccessToken' | 'recoverySecretOverride' | 'iCloudRecordNameOverride'
  >]?: string | null | undefined
}

interface Request {
  cloud: Cloud
  method: CloudStorageName
  walletId: string
  fields: CloudFields
}

/** The secret of a user, 32 bytes, which the caller wipes, and what it is found by. */
interface FoundSecret {
  method: CloudStorageName
  secret: Uint8Array
  locator: string
}

/**
 * A new secret in the user's cloud storage, read back from there. A native client of iCloud stores one itself and gives it.
 *
 * @throws FrameError `invalid_request_arguments` without access to the storage; CloudError, and nothing may rely on the secret.
 */
export async function createCloudSecret({
  cloud,
  method,
  walletId,
  fields,
}: Request): Promise<FoundSecret> {
  const given = await secretOfClient({ cloud, method, walletId, fields })
  if (given !== undefined) {
    const locator = fields.iCloudRecordNameOverride
    if (!locator || locator.length > 255) throw noAccess()
    return { method, secret: given, locator }
  }
  const { webCrypto } = cloud.outside
  const accessToken = requireAccessToken(fields)
  const secret = webCrypto.getRandomValues(new Uint8Array(32))
  const locator = await open[method](cloud).store({ secret, walletId, accessToken })
  return { method, secret, locator }
}

/**
 * The secret that a user keeps in a cloud storage.
 *
 * @throws FrameError `invalid_request_arguments` without access to the storage; CloudError.
 */
export async function openCloudSecret({
  cloud,
  method,
  walletId,
  fields,
  locator,
}: Request & { locator: string | undefined }): Promise<FoundSecret> {
  // The server lists a wallet with this method, and not where its secret is.
  if (locator === undefined) throw internalFailure()
  const given = await secretOfClient({ cloud, method, walletId, fields })
  if (given !== undefined) return { method, secret: given, locator }
  const accessToken = requireAccessToken(fields)
  const secret = await open[method](cloud).read({ locator, walletId, accessToken })
  return { method, secret, locator }
}

const open = {
  'google-drive': ({ outside }) => createGoogleDrive(outside),
  icloud: ({ outside, readContainer }) => createICloud(outside, readContainer),
} as const satisfies Record<CloudStorageName, (cloud: Cloud) => CloudStore>

/** 128 bits in base64url: a text that can be guessed is refused. */
const minSecretLength = 22

/** The secret that a native client keeps in iCloud by itself, whatever its form is. */
async function secretOfClient({ cloud, method, walletId, fields }: Request) {
  const { recoverySecretOverride: text } = fields
  if (method !== 'icloud' || text == null) return undefined
  if (text.length < minSecretLength || text.length > 4096) {
    throw invalidArguments('The recovery secret is too short, or too long')
  }
  return derive(cloud.outside.webCrypto, {
    secret: new TextEncoder().encode(text),
    salt: walletId,
    info: 'recovery-secret-of-client-v1',
  })
}

function requireAccessToken({ recoveryAccessToken: token }: CloudFields): string {
  if (!token || token.length > 4096) throw noAccess()
  return token
}

function noAccess() {
  return invalidArguments('Access to the cloud storage is missing')
}
