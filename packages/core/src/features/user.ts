import { startApi } from '@sallyport/contract'
import type { SallyportClient } from '../client.js'
import { call } from '../http.js'
import type { User } from '../types.js'
import { fromWire } from '../user/from-wire.js'

export { accountOf, fromWire, isEmbedded, walletsOf } from '../user/from-wire.js'

/** Records that the user accepts the app's terms; gives the changed user. */
export async function acceptTerms(client: SallyportClient): Promise<User> {
  const session = client.session.tokens.session()
  const wire = await call(client, startApi.user.acceptTerms, {})
  client.session.update(wire, session)
  return fromWire(wire)
}
