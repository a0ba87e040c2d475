import { createHmac, randomBytes } from 'node:crypto'
import type { PasskeyAccess } from '../recovery/passkey/use-passkey.js'

interface Ability {
  hasPrf: boolean
  /** Whether a passkey is also on the user's other devices. */
  isBackedUp: boolean
  /** Built into this device, not a security key. */
  isBuiltIn: boolean
  isRefused: boolean
  /** Whether it says that it has verified the user. */
  claimsVerification: boolean
}

/** A passkey device, for tests: its passkeys make one secret with a verified user and another one without (CTAP 2.1, `hmac-secret`). */
export interface FakePasskeys {
  credentials: PasskeyAccess['credentials']
  verifiesUser(verifies: boolean): void
  claimsVerification(claims: boolean): void
}

/** A device without passkeys. */
export function createFakePasskeys(given: Partial<Ability> = {}): FakePasskeys {
  const ability: Ability = {
    hasPrf: true,
    isBackedUp: true,
    isBuiltIn: true,
    isRefused: false,
    claimsVerification: true,
    ...given,
  }
  let verifies = true
  const keys = new Map<string, Buffer>()
  const refuse = () => {
    throw new DOMException('refused', 'NotAllowedError')
  }
  const flagged = () => {
    const data = new Uint8Array(37)
    const isVerified = ability.claimsVerification
    data[32] = 0x01 | (isVerified ? 0x04 : 0) | (ability.isBackedUp ? 0x08 : 0)
    return data.buffer
  }
  const answer = (id: Buffer, response: object, prf: object | undefined) => ({
    type: 'public-key',
    id: id.toString('base64url'),
    rawId: new Uint8Array(id).buffer,
    authenticatorAttachment: ability.isBuiltIn ? 'platform' : 'cross-platform',
    response,
    getClientExtensionResults: () => ({ ...(prf && { prf }) }),
  })
  const create = async () => {
    if (ability.isRefused) refuse()
    const id = randomBytes(32)
    keys.set(id.toString('hex'), randomBytes(32))
    return answer(id, { getAuthenticatorData: flagged }, { enabled: ability.hasPrf })
  }
  const get = async ({ publicKey }: CredentialRequestOptions = {}) => {
    if (ability.isRefused || publicKey?.userVerification !== 'required') refuse()
    const allowed = publicKey?.allowCredentials ?? []
    const ids = allowed.map(({ id }) => Buffer.from(id as Uint8Array))
    const id = ids.find((each) => keys.has(each.toString('hex')))
    const key = id && keys.get(id.toString('hex'))
    const first = publicKey?.extensions?.prf?.eval?.first
    if (!id || !key || !first) return refuse()
    const made = createHmac('sha256', key)
      .update(verifies ? 'verified' : 'present')
      .update(new Uint8Array(first as ArrayBuffer))
      .digest()
    const results = { first: new Uint8Array(made).buffer }
    return answer(id, { authenticatorData: flagged() }, ability.hasPrf ? { results } : undefined)
  }
  return {
    // Only what the code reads of a credential.
    credentials: { create, get } as unknown as PasskeyAccess['credentials'],
    verifiesUser: (value) => {
      verifies = value
      ability.claimsVerification = value
    },
    claimsVerification: (value) => {
      ability.claimsVerification = value
    },
  }
}
