import { PasskeyError } from './passkey-error.js'

/** What a page has of the browser to make and use passkeys with. */
export interface PasskeyAccess {
  credentials: Pick<CredentialsContainer, 'create' | 'get'>
  /** Host of the wallet's origin, which the passkeys are for: no page of another host can use them. */
  host: string
  webCrypto: Crypto
}

/** A passkey, and the salt that its secret is made with. */
export interface NamedPasskey {
  credentialId: Uint8Array<ArrayBuffer>
  /** 32 random bytes. */
  salt: Uint8Array<ArrayBuffer>
}

/** What a passkey gave: 32 bytes that nothing but this passkey makes of this salt. Its user wipes them. */
export interface UsedPasskey extends NamedPasskey {
  output: Uint8Array
}

/** A user may have to fetch the phone that holds it, in milliseconds. */
const timeoutMs = 300_000
/** More would not fit in a locator. */
const mostIdBytes = 512
/** Flags of authenticator data (WebAuthn §6.1). */
const flags = { userVerified: 0x04, backupEligible: 0x08 }

/**
 * Has the user make a passkey that can evaluate a secret (WebAuthn's extension `prf`). It has a user id of its own, so that it takes the
 * place of none that was made before.
 *
 * @throws PasskeyError `cancelled`, `unsupported` when it can't evaluate secrets, `bound` when it can't leave this device.
 */
export async function createPasskey(
  access: PasskeyAccess,
  { appId, name }: { appId: string; name: string },
): Promise<NamedPasskey> {
  const { credentials, host, webCrypto } = access
  const random = () => webCrypto.getRandomValues(new Uint8Array(32))
  const salt = random()
  const made = await credentials
    .create({
      publicKey: {
        rp: { id: host, name: host },
        user: { id: random(), name, displayName: name },
        challenge: random(),
        // ES256, Ed25519, RS256.
        pubKeyCredParams: [-7, -8, -257].map((alg) => ({ type: 'public-key', alg })),
        authenticatorSelection: {
          residentKey: 'required',
          requireResidentKey: true,
          userVerification: 'required',
        },
        timeout: timeoutMs,
        extensions: { prf: { eval: { first: await evalInput(access, { appId, salt }) } } },
      },
    })
    .catch(refused)
  if (!isPublicKey(made)) throw new PasskeyError('cancelled')
  const credentialId = new Uint8Array(made.rawId)
  const problem = judge(made)
  if (problem) {
    await forget(host, made)
    throw new PasskeyError(problem)
  }
  return { credentialId, salt }
}

/**
 * Has the user use a passkey, and gives its secret.
 *
 * @throws PasskeyError `cancelled`, `unsupported` when the browser evaluates no secret, `other` when the user was not verified: the
 *   secret would be another one.
 */
export async function usePasskey(
  access: PasskeyAccess,
  { appId, passkey }: { appId: string; passkey: NamedPasskey },
): Promise<UsedPasskey> {
  const { credentials, host, webCrypto } = access
  const used = await credentials
    .get({
      publicKey: {
        rpId: host,
        challenge: webCrypto.getRandomValues(new Uint8Array(32)),
        allowCredentials: [{ type: 'public-key', id: passkey.credentialId }],
        userVerification: 'required',
        timeout: timeoutMs,
        extensions: {
          prf: { eval: { first: await evalInput(access, { appId, salt: passkey.salt }) } },
        },
      },
    })
    .catch(refused)
  if (!isPublicKey(used)) throw new PasskeyError('cancelled')
  const { authenticatorData } = used.response as AuthenticatorAssertionResponse
  if (!hasFlag(authenticatorData, flags.userVerified)) throw new PasskeyError('other')
  const first = extensionsOf(used).prf?.results?.first
  if (first === undefined) throw new PasskeyError('unsupported')
  const output = bytesOf(first)
  if (output.length !== 32) throw new PasskeyError('unsupported')
  return { ...passkey, output }
}

/** What keeps a new passkey from being a recovery. */
function judge(made: PublicKeyCredential): 'unsupported' | 'bound' | undefined {
  const isUsable = extensionsOf(made).prf?.enabled === true
  if (!isUsable || made.rawId.byteLength > mostIdBytes) return 'unsupported'
  const response: Partial<AuthenticatorAttestationResponse> = made.response
  // Objects of password managers don't have the method.
  const data = response.getAuthenticatorData?.()
  if (data === undefined || !hasFlag(data, flags.userVerified)) return 'unsupported'
  // A security key can be carried to another device; what is built into this one can't.
  const isBuiltIn = made.authenticatorAttachment === 'platform'
  return isBuiltIn && !hasFlag(data, flags.backupEligible) ? 'bound' : undefined
}

/** What the passkey's extensions say; nothing where a password manager's object throws. */
function extensionsOf(used: PublicKeyCredential): AuthenticationExtensionsClientOutputs {
  try {
    return used.getClientExtensionResults()
  } catch {
    // Counts as a passkey without a secret.
    return {}
  }
}

interface Signals {
  /** Not in the compiler's list of the browser's parts, and not in every browser. */
  signalUnknownCredential?(named: { rpId: string; credentialId: string }): Promise<void>
}

/** Tells the user's password manager that a passkey is of no use, where the browser can. */
async function forget(rpId: string, { id: credentialId }: PublicKeyCredential): Promise<void> {
  const { PublicKeyCredential: signals } = globalThis as { PublicKeyCredential?: Signals }
  await signals?.signalUnknownCredential?.({ rpId, credentialId }).catch(() => undefined)
}

/** SHA-256 over a label of this use, the app and the salt: another app on this origin evaluates another secret. */
async function evalInput(
  { webCrypto }: PasskeyAccess,
  { appId, salt }: { appId: string; salt: Uint8Array },
): Promise<ArrayBuffer> {
  const label = new TextEncoder().encode(`sallyport passkey recovery v1\n${appId}\n`)
  const both = new Uint8Array(label.length + salt.length)
  both.set(label)
  both.set(salt, label.length)
  return webCrypto.subtle.digest('SHA-256', both)
}

function hasFlag(authenticatorData: ArrayBuffer, flag: number): boolean {
  // After the 32 bytes of the host's hash.
  return ((new Uint8Array(authenticatorData)[32] ?? 0) & flag) !== 0
}

function bytesOf(source: BufferSource): Uint8Array {
  return ArrayBuffer.isView(source)
    ? new Uint8Array(source.buffer, source.byteOffset, source.byteLength)
    : new Uint8Array(source)
}

/** Of another type where the browser was asked for another kind of credential. */
function isPublicKey(credential: Credential | null): credential is PublicKeyCredential {
  return credential?.type === 'public-key'
}

function refused(error: unknown): never {
  // What the user closes, what takes too long and a passkey that is not there are one error, so that pages can't tell them apart.
  const isKnown = error instanceof Error && ['NotAllowedError', 'AbortError'].includes(error.name)
  throw new PasskeyError(isKnown ? 'cancelled' : 'unsupported')
}
