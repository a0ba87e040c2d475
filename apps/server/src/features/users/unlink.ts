import {
  ApiError,
  type api,
  byOAuthType,
  emailAddress,
  isApiError,
  kindOf,
  type LinkedAccountKind,
  phoneNumber,
  type RouteRequest,
  readPhoneNumber,
  type User,
} from '@sallyport/contract'
import type { App } from '../../apps/app.js'
import { dropUndosOf } from '../../db/account-undo.js'
import { readUser } from '../../db/users.js'
import type { Deps } from '../../deps.js'
import type { RequestFacts } from '../../http/implement.js'
import { readWireUser } from '../../identity/link.js'
import { walletEntry } from '../../identity/list-entries.js'
import type { AccountKey } from '../../identity/proven-account.js'
import { unlink } from '../../identity/unlink.js'

const same = (handle: string) => handle
const ofEmail = (handle: string) => emailAddress.safeParse(handle).data
const phone = phoneNumber(readPhoneNumber)
const ofPhone = (handle: string) => phone.safeParse(handle).data

/** The key of an account by its handle; undefined for a handle that no account of the type can have. */
const keyOf: Record<LinkedAccountKind, (handle: string) => string | undefined> = {
  email: ofEmail,
  phone: ofPhone,
  wallet: walletEntry,
  smart_wallet: walletEntry,
  ...byOAuthType(() => same),
  custom_oauth: same,
  custom_auth: same,
  farcaster: same,
  telegram: same,
  passkey: same,
  cross_app: same,
}

/**
 * Unlinks an account for the app's back end. It ends all sessions of the user: one may be of the account that goes. For an account that a session has
 * removed or replaced in the last seven days it makes that final: the link of the mail about it no longer works.
 *
 * @throws ApiError `user_does_not_exist`, `linked_account_not_found` with status 400, and what `unlink` refuses.
 */
export async function unlinkForBackEnd(
  deps: Deps,
  input: {
    app: App
    userId: string
    body: RouteRequest<typeof api.users.unlink>['body']
    request: Pick<RequestFacts, 'device'>
  },
): Promise<User> {
  const { app, userId, body, request } = input
  if ((await readUser(deps.db, { appId: app.id, userId })) === undefined) {
    throw new ApiError('user_does_not_exist')
  }
  const key = keyOf[kindOf(body.type)](body.handle)
  if (key === undefined) throw notFound()
  // A type that is never proven is found and refused by `unlink` like every other.
  const account = { type: body.type, key } as AccountKey
  const owner = { appId: app.id, userId }
  const isFinal = await dropUndosOf(deps.db, { ...owner, ...account })
  try {
    return await unlink(deps, {
      app,
      userId,
      sessionId: undefined,
      facts: undefined,
      account,
      request,
    })
  } catch (error) {
    if (!isApiError(error) || error.code !== 'linked_account_not_found') throw error
    if (isFinal) return readWireUser(deps, owner)
    throw notFound()
  }
}

function notFound(): ApiError {
  return new ApiError('linked_account_not_found', { status: 400 })
}
