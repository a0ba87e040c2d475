import type { App } from '../apps/app.js'
import type { IntentRow } from '../db/wallet-intents.js'
import type { Implementation, RequestFacts } from '../http/implement.js'
import { signedRequestOf } from './intent-request.js'

/** Carries out the request of an intent, as a client with all signatures would have. @returns what was answered. */
export type CarryOut = (row: IntentRow, app: App) => Promise<unknown>

/** Carries out the requests of intents by the handlers of the routes that they name. */
export function carryOutBy(implementations: readonly Implementation[]): CarryOut {
  const routes = implementations.map((implementation) => ({
    implementation,
    pattern: patternOf(implementation.route.path),
  }))
  return async (row, app) => {
    const found = routes.find(({ implementation: { route }, pattern }) => {
      return route.method === row.method && pattern.test(pathOf(row))
    })
    if (found === undefined) throw new Error('An intent names a route that is not there')
    const { implementation, pattern } = found
    const { route } = implementation
    const { groups: params } = pattern.exec(pathOf(row)) ?? {}
    const answer = await implementation.handle({
      params,
      query: undefined,
      body: route.body?.parse(row.body ?? {}),
      caller: { app, sessionId: undefined, tokenUserId: undefined, isBackEnd: true },
      // The handlers of changes and signatures read nothing else of a request.
      request: { signed: signedRequestOf(row) } as RequestFacts,
    })
    return route.response.parse(answer)
  }
}

/** The path of an intent's request after the prefix. */
function pathOf({ url }: IntentRow): string {
  return new URL(url).pathname.replace(/^\/(?:api\/)?v1(?=\/)/, '')
}

function patternOf(path: string): RegExp {
  return new RegExp(`^${path.replaceAll(/\{(\w+)\}/g, '(?<$1>[^/]+)')}$`)
}
