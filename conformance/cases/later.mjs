import assert from 'node:assert/strict'
import * as routes from '@privy-io/public-api'
import { failure } from '../context.mjs'
import { reasonOf } from '../not-covered.mjs'

/** Every route that the client knows and the server does not have is refused so that no client misreads it. */
export const cases = {
  'calls that the server does not have answer not_supported': (context) =>
    context.uncounted(() => checkLaterRoutes(context)),
}

async function checkLaterRoutes(context) {
  const { client } = await context.signIn()
  const given = { app_id: context.dev.appId, address: '0x0', wallet_id: 'wallet' }
  const body = { redirect_to: context.dev.demoUrl, state: 'state', code_challenge: 'challenge' }
  const later = Object.values(routes).filter(
    ({ method, path }) => method && path && reasonOf(`${method} ${path}`) !== undefined,
  )
  assert.ok(later.length > 0)
  const answers = []
  for (const route of later) {
    const names = [...route.path.matchAll(/:(\w+)/g)].map(([, name]) => name)
    const params = Object.fromEntries(names.map((name) => [name, given[name]]))
    const options = { params, ...(route.method !== 'GET' && { body }) }
    const { code } = await failure(() => client.fetchPrivyRoute(route, options))
    answers.push(`${route.method} ${route.path} ${code}`)
  }
  assert.deepEqual(
    answers.filter((answer) => !answer.endsWith(' not_supported')),
    [],
  )
}
