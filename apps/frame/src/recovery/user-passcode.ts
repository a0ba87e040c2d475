import { fromBase64url, toBase64url } from '@sallyport/crypto'
import { judgeStretch, newStretch, type PasswordStretch } from '@sallyport/crypto/argon2id'
import { FrameError, internalFailure, invalidArguments } from '../frame-error.js'
import { isGuessable } from './guessable-passcodes.js'
import type { RecoveryInput, RecoveryMeans } from './strategies.js'
import { stretchPasscode } from './stretch-passcode.js'

const length = { least: 8, most: 256 }
const saltLength = 16

/**
 * The secret of a new passcode, stretched with a salt of its own.
 *
 * @throws FrameError `invalid_request_arguments` for a passcode that is short, very long, or easy to guess.
 */
export async function createFromPasscode({
  webCrypto,
  fields,
}: RecoveryInput): Promise<RecoveryMeans> {
  const passcode = await requireGoodPasscode(webCrypto, fields.recoveryPassword ?? '')
  const salt = webCrypto.getRandomValues(new Uint8Array(saltLength))
  const stretch = { ...newStretch, salt }
  return {
    method: 'user-passcode',
    locator: writeLocator(stretch),
    secret: await stretchPasscode(passcode, stretch),
  }
}

/**
 * The secret of the passcode that was set. Whether it is the right one only the vault can tell.
 *
 * @throws FrameError `invalid_recovery_pin` without a passcode, `error` when the server names parameters that would make it easy to
 *   guess or stop the browser: the passcode is not used then.
 */
export async function openFromPasscode({
  fields,
  locator,
}: RecoveryInput & { locator: string | undefined }): Promise<RecoveryMeans> {
  const stretch = readLocator(locator ?? '')
  if (!stretch || judgeStretch(stretch) !== 'usable') throw internalFailure()
  const passcode = fields.recoveryPassword ?? ''
  if (passcode === '' || passcode.length > length.most) {
    throw new FrameError('invalid_recovery_pin', 'Enter the recovery passcode of this wallet')
  }
  const secret = await stretchPasscode(passcode, stretch)
  return { method: 'user-passcode', locator: locator ?? null, secret }
}

async function requireGoodPasscode(webCrypto: Crypto, passcode: string): Promise<string> {
  // Before it is normalised, which may take long for a long text.
  if (passcode.length > length.most) throw invalidArguments('This passcode is too long')
  const characters = [...passcode.normalize('NFKC')]
  if (characters.length < length.least) {
    throw invalidArguments(`A passcode has at least ${length.least} characters`)
  }
  if (await isGuessable(webCrypto, characters.join(''))) {
    throw invalidArguments('This passcode is easy to guess')
  }
  return passcode
}

/** `argon2id$<memory in KiB>$<passes>$<salt>`: what the server keeps of a passcode. */
function writeLocator({ memoryKib, passes, salt }: PasswordStretch): string {
  return ['argon2id', memoryKib, passes, toBase64url(salt)].join('$')
}

function readLocator(locator: string): PasswordStretch | undefined {
  const [, memory, passes, salt] =
    /^argon2id\$(\d{1,7})\$(\d{1,3})\$([\w-]{1,64})$/.exec(locator) ?? []
  if (!memory || !passes || !salt) return undefined
  return { memoryKib: Number(memory), passes: Number(passes), salt: fromBase64url(salt) }
}
