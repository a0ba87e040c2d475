import { pageApi, type Session } from '@sallyport/contract'
import type { SallyportClient } from '../client.js'
import { ClientError } from '../errors.js'
import { send } from '../http.js'
import { exclusively } from '../session/exclusive.js'
import { completeLogin } from '../session/login.js'
import type { User } from '../types.js'

/**
 * A token that opens a session of the same user in another browser context, such as the browser of a wallet's app: once, within 60
 * seconds. This page's own tokens are rotated.
 *
 * @throws ClientError `must_be_authenticated`; ApiError `not_supported` for a session that is a fork itself.
 */
export async function start({ environment, session }: SallyportClient): Promise<string> {
  const { tokens } = session
  if (!(await session.accessToken())) throw new ClientError('must_be_authenticated')
  // As a refresh, which another tab may be at: both rotate the refresh token.
  return exclusively(environment, `session:${environment.appId}`, async () => {
    const refreshToken = tokens.refresh()
    if (!refreshToken) throw new ClientError('must_be_authenticated')
    const answer = await send(
      environment,
      pageApi.session.fork,
      { body: { refresh_token: refreshToken } },
      { token: tokens.access() },
    )
    const { token, refresh_token } = answer
    // What is stored of a session.
    tokens.store({ token, refresh_token, session_update_action: 'set' } as Session)
    return answer.new_session_refresh_token
  })
}

/** Opens the session that a token of `start` is for. @throws ApiError `token_already_used`, `invalid_credentials`. */
export async function recover(client: SallyportClient, token: string): Promise<User> {
  const body = { refresh_token: token }
  const answer = await send(client.environment, pageApi.session.recover, { body })
  return completeLogin(client, answer, { name: 'fork', isAccount: () => false }).user
}
