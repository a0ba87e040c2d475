import { isApiError, startApi } from '@sallyport/contract'
import { callUrlKey, type Environment } from './environment.js'
import { errorCode } from './errors.js'
import { isAnswerLost, send } from './http.js'
import type { SessionStore } from './session/session.js'
import type { AppConfig, ClientState } from './types.js'

/** The promise is 5 s as a page sees it: the rest is for its own timers and drawing. */
const startLimitMs = 4_500

/** How a start went: the part of the state it decides. */
type StartOutcome = Pick<ClientState, 'status' | 'reason'>

/**
 * Fetches the app's public configuration. The path names the app, so that the page's first request is its only one. From then
 * on calls go to the app's own address, if it names one.
 */
export async function loadConfig(environment: Environment): Promise<AppConfig> {
  const { appId, apiUrl, clientId, storage } = environment
  const config = await send(
    { ...environment, callUrl: apiUrl },
    startApi.app.config,
    { params: { app_id: appId } },
    { bare: !clientId },
  )
  const { custom_api_url: url } = config
  environment.callUrl = url ?? apiUrl
  storage.set(callUrlKey, url)
  return config
}

/**
 * Finds out who is signed in: asks the server about a live access token, exchanges the refresh token of a dead one, and
 * forgets tokens of another app. Throws when the server could not say; the tokens stay.
 */
export async function checkSession(session: SessionStore): Promise<void> {
  const { tokens } = session
  if (tokens.isForeign()) tokens.clear()
  if (!tokens.refresh()) return
  const token = tokens.access()
  if (!token || !tokens.isFresh()) {
    await session.refresh()
    return
  }
  try {
    await session.readUser(token)
  } catch (error) {
    if (!isApiError(error) || error.code !== 'missing_or_invalid_token') throw error
    await session.refresh()
  }
}

/**
 * Reports one outcome for `work` within 5 s: `ready` when all of it succeeded, `offline` when the server was out of
 * reach, `degraded` with the server's code otherwise. Work that ends later reports once more.
 */
export async function settle(
  work: readonly Promise<void>[],
  clock: Environment['clock'],
  report: (outcome: StartOutcome) => void,
): Promise<void> {
  let reported = false
  const finished = Promise.allSettled(work).then((results) => {
    reported = true
    report(judge(results))
  })
  const limit = clock.wait(startLimitMs).then(() => {
    if (!reported) report({ status: 'offline', reason: 'client_request_timeout' })
  })
  await Promise.race([finished, limit])
}

/** The outcome of finished work; the first failure gives the reason. */
export function judge(results: readonly PromiseSettledResult<void>[]): StartOutcome {
  const failure = results.find((result) => result.status === 'rejected')
  if (!failure) return { status: 'ready', reason: null }
  return {
    status: isAnswerLost(failure.reason) ? 'offline' : 'degraded',
    reason: errorCode(failure.reason),
  }
}
