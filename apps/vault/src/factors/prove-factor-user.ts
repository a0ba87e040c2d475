import { findPinnedKey, proveUser } from '@sallyport/keyholder'
import { refuseDeletedUser } from '../deleted-users.js'
import type { FactorDeps, FactorUser } from './factor-deps.js'
import { sessionOf } from './require-factor.js'

/** The user and session of a call, by the token that the vault verifies itself. @throws CallRefused `invalid_token` */
export async function proveFactorUser(
  input: { appId: string; userId: string; accessToken: string },
  deps: FactorDeps,
): Promise<FactorUser> {
  const pinned = await findPinnedKey(input.appId, deps)
  await proveUser(input, { pinned, clock: deps.clock })
  await refuseDeletedUser(input, deps)
  const { appId, userId, accessToken } = input
  return { appId, userId, sessionId: sessionOf(accessToken) }
}
