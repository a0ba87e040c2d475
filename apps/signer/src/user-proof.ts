import { importSPKI, jwtVerify } from 'jose'
import type { PinnedKey } from './app-keys.js'
import type { Clock } from './clock.js'
import { VaultError } from './vault-error.js'

/** A claim that a token proves: this user, in this app. */
interface UserClaim {
  appId: string
  /** As in the token's `sub`. */
  userId: string
  accessToken: string
}

/**
 * Verifies that the access token belongs to the user: signed with ES256 by the pinned key, its issuer, `aud` the app, not
 * expired by the vault's clock, `sub` the user. The vault does not rely on the API for any of these checks.
 *
 * @throws VaultError `invalid_token` otherwise.
 */
export async function proveUser(
  claim: UserClaim,
  { pinned, clock }: { pinned: PinnedKey | undefined; clock: Clock },
): Promise<void> {
  if (!pinned)
    throw new VaultError('invalid_token', new Error('No token key is pinned for the app'))
  const key = await importSPKI(pinned.verificationKey, 'ES256')
  const { payload } = await jwtVerify(claim.accessToken, key, {
    algorithms: ['ES256'],
    issuer: pinned.issuer,
    audience: claim.appId,
    currentDate: new Date(clock.nowMs()),
    // Only an access token has a session; an identity token is not enough.
    requiredClaims: ['exp', 'iat', 'sub', 'sid'],
    typ: 'JWT',
  }).catch((cause: unknown) => {
    throw new VaultError('invalid_token', cause)
  })
  // This deployment never issues tokens for several audiences.
  if (payload.aud !== claim.appId || payload.sub !== claim.userId) {
    throw new VaultError('invalid_token', new Error('The token belongs to another user or app'))
  }
}
