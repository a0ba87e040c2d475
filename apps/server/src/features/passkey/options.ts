import type { PasskeyCreationOptions, PasskeyRequestOptions } from '@sallyport/contract'
import type { App } from '../../apps/app.js'
import type { UserRecord } from '../../identity/user.js'
import { algorithms } from './public-key.js'

/** How long the browser waits for the user. */
const timeoutMs = 5 * 60_000

/** What to ask the browser for, so that it makes a passkey that can log in without a name being typed. */
export function creationOptions(input: {
  app: App
  rpId: string
  challenge: string
  userHandle: string
  userName: string
  /** Passkeys the user has: the authenticator that holds one makes no second. */
  existing: readonly { id: string; transports: string[] }[]
}): PasskeyCreationOptions {
  const { app, rpId, challenge, userHandle, userName, existing } = input
  return {
    rp: { name: app.settings.name, id: rpId },
    user: { id: userHandle, name: userName, display_name: userName },
    challenge,
    pub_key_cred_params: algorithms.map((alg) => ({ type: 'public-key' as const, alg })),
    timeout: timeoutMs,
    exclude_credentials: existing.map((each) => ({ type: 'public-key' as const, ...each })),
    authenticator_selection: {
      resident_key: 'required',
      require_resident_key: true,
      user_verification: 'required',
    },
    attestation: 'none',
  }
}

/** What to ask the browser for, so that it offers every passkey it has for the domain. */
export function requestOptions(input: { rpId: string; challenge: string }): PasskeyRequestOptions {
  return {
    challenge: input.challenge,
    timeout: timeoutMs,
    rp_id: input.rpId,
    allow_credentials: [],
    user_verification: 'required',
  }
}

/** What the browser's list of passkeys calls a user: their address, else the app and the day. */
export function userNameOf(
  user: Pick<UserRecord, 'accounts'> | undefined,
  { appName, nowMs }: { appName: string; nowMs: number },
): string {
  for (const { type, data } of user?.accounts ?? []) {
    const address = type === 'email' ? data.address : type === 'phone' ? data.phoneNumber : null
    if (typeof address === 'string') return address
  }
  return `${appName} ${new Date(nowMs).toISOString().slice(0, 10)}`
}
