import type { RouteHead, RouteInput, RouteOf, User as WireUser } from '@sallyport/contract'
import type { SallyportClient } from '../client.js'
import { ClientError } from '../errors.js'
import { call, send } from '../http.js'
import type { User } from '../types.js'
import { fromWire } from '../user/from-wire.js'

/**
 * Links, unlinks, updates or transfers an account by `route`, shows the changed user here and in the other tabs, and fetches
 * fresh tokens, because the identity token lists the accounts.
 *
 * @throws ApiError what the server refused; `data` of `account_transfer_required` has the nonce of the transfer.
 */
export async function changeAccounts<H extends RouteHead>(
  client: SallyportClient,
  route: H,
  input: RouteInput<RouteOf<H>>,
): Promise<User> {
  const { session } = client
  const of = session.tokens.session()
  // Every route of linking answers a bare user; OAuth's has tokens of the provider beside it.
  const wire = (await call(client, route, input)) as WireUser
  session.update(wire, of)
  try {
    await session.refresh()
  } catch {
    // The change is made: an identity token that is older is replaced by the next refresh.
  }
  return fromWire(wire)
}

/** Starts a proof for the signed-in user: by the route of a login, with the user's token (wire reference §11). */
export async function startLink<H extends RouteHead>(
  client: SallyportClient,
  route: H,
  input: RouteInput<RouteOf<H>>,
) {
  const token = await client.session.accessToken()
  if (!token) throw new ClientError('must_be_authenticated')
  return send(client.environment, route, input, { token })
}
