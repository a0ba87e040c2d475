/** What a factor is. Recovery codes stand for any of them and are not a factor of their own. */
export type FactorMethod = 'sms' | 'totp' | 'passkey'

/** What one answer of one session is expected to. */
export type ChallengePurpose = 'totp-enroll' | 'sms-enroll' | 'sms-verify' | 'passkey-verify'

/** The vault's tables about second factors. */
export interface FactorTables {
  /** Signs what the vault says about factors; the pepper hashes recovery codes. */
  factor_key: {
    id: number
    /** SPKI PEM. */
    public_key: string
    wrapped_private_key: Buffer
    wrapped_pepper: Buffer
  }
  factor: {
    app_id: string
    user_id: string
    method: FactorMethod
    /** The credential id of a passkey; empty for the others, of which a user has one. */
    factor_id: string
    /** JSON under the vault's key. */
    record: Buffer
    /** The last step of an authenticator app that was used, or the signature counter of a passkey. */
    counter: string
    verified_at_ms: string
  }
  factor_challenge: {
    app_id: string
    user_id: string
    session_id: string
    purpose: ChallengePurpose
    record: Buffer
    tries: number
    expires_at_ms: string
  }
  /** Recovery codes that were not used. */
  factor_code: { app_id: string; user_id: string; code_hash: Buffer }
  /** When a session proved a factor; written by the vault's own check only. */
  factor_proof: { app_id: string; user_id: string; session_id: string; proven_at_ms: string }
  /** Resets that were started. */
  factor_reset: { app_id: string; user_id: string; due_at_ms: string }
}
