import { ApiError, userIdPrefix } from '@sallyport/contract'
import { readUser } from '../db/users.js'
import type { Deps } from '../deps.js'

/** Users that a body of the wallet API names, without their prefix. */
interface NamedUsers {
  owner?: { public_key: string } | { user_id: string } | null | undefined
  user_ids?: readonly string[] | undefined
}

/**
 * Refuses users whom the app does not have: what they would own or decide about could never be used. A member who was deleted later stays
 * a member who does not sign, and may be named again.
 *
 * @param members  Who is a member already, without prefix.
 * @throws ApiError `invalid_data` that names the field and the user.
 */
export async function requireUsers(
  deps: Pick<Deps, 'db'>,
  {
    appId,
    body: { owner, user_ids: userIds = [] },
    members = [],
  }: { appId: string; body: NamedUsers; members?: readonly string[] },
): Promise<void> {
  if (owner && 'user_id' in owner)
    await requireUser(deps, { appId, userId: owner.user_id }, { field: 'owner.user_id' })
  for (const userId of userIds.filter((each) => !members.includes(each)))
    await requireUser(
      deps,
      { appId, userId },
      { field: 'user_ids', which: `: ${userIdPrefix}${userId}` },
    )
}

async function requireUser(
  { db }: Pick<Deps, 'db'>,
  named: { appId: string; userId: string },
  { field, which = '' }: { field: string; which?: string },
): Promise<void> {
  if ((await readUser(db, named)) !== undefined) return
  throw new ApiError('invalid_data', {
    message: `The app has no such user${which}`,
    data: { field },
  })
}
