import type { AccountRecord } from '../user.js'

/** What proves a passkey: kept beside its account, and never sent. */
export interface StoredCredential {
  /** COSE key, base64url. */
  public_key: string
  /** Signature counter of the last login; authenticators that do not count say 0. */
  sign_count: number
  rp_id: string
  /** `user.id` given to the authenticator, base64url. A user's passkeys share one, so that managers show one account. */
  user_handle: string
  transports: string[]
  aaguid: string
  /** The passkey can be copied to other devices (flag BE); it never changes. */
  backup_eligible: boolean
  /** The passkey has been copied (flag BS). */
  backed_up: boolean
}

/** Whether an account of a user is a passkey. */
export function isPasskey(account: AccountRecord): boolean {
  return account.type === 'passkey'
}

/** The bytes of base64url in the one form that encodes them (PKY-04); undefined for any other text. */
export function readBase64url(text: string): Uint8Array<ArrayBuffer> | undefined {
  const bytes = Buffer.from(text, 'base64url')
  return bytes.toString('base64url') === text ? Uint8Array.from(bytes) : undefined
}
