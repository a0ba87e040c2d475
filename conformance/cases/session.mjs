import assert from 'node:assert/strict'
import { refused } from '../context.mjs'
import { cloneStorage, expireAccessToken, readStored } from '../stored.mjs'

/** Refresh, logout and the user's own calls with the headless client. */
export const cases = {
  'an expired access token is refreshed': async (context) => {
    const { client, storage, session } = await context.signIn()
    expireAccessToken(storage)
    const token = await client.getAccessToken()
    assert.ok(token)
    assert.notEqual(readStored(storage, 'refresh_token'), session.refresh_token)
  },
  'two refreshes at once both end signed in': async (context) => {
    const { storage } = await context.signIn()
    expireAccessToken(storage)
    const copy = cloneStorage(storage)
    const [one, two] = await Promise.all([
      context.browser(storage).client.getAccessToken(),
      context.browser(copy).client.getAccessToken(),
    ])
    assert.ok(one && two)
    assert.equal(readStored(storage, 'refresh_token'), readStored(copy, 'refresh_token'))
  },
  'logout ends the session': async (context) => {
    const { client, storage, session } = await context.signIn()
    const copy = cloneStorage(storage)
    await client.auth.logout({ userId: session.user.id })
    assert.equal(await client.getAccessToken(), null)
    expireAccessToken(copy)
    await refused('missing_or_invalid_token', () => context.browser(copy).client.getAccessToken())
  },
  'the user can be read again, with the identity token': async (context) => {
    const { client, session } = await context.signIn()
    const { user } = await client.user.get()
    assert.equal(user.id, session.user.id)
    const { RefreshUser } = await import('@privy-io/public-api')
    const answer = await client.fetchPrivyRoute(RefreshUser, {})
    assert.equal(answer.user.id, session.user.id)
    assert.ok(answer.identity_token)
    assert.ok(await client.getIdentityToken())
  },
  'the user accepts the terms': async (context) => {
    const { client, session } = await context.signIn()
    assert.equal(session.user.has_accepted_terms, false)
    const { user } = await client.user.acceptTerms()
    assert.equal(user.has_accepted_terms, true)
    assert.equal((await client.user.get()).user.has_accepted_terms, true)
  },
  'the configuration of the app is read, and an event is taken': async (context) => {
    const { client } = context.browser()
    await client.initialize()
    const config = client.app.getConfig()
    assert.equal(config.id, context.dev.appId)
    assert.equal(config.email_auth, true)
    assert.equal(config.custom_api_url, null)
    const { AnalyticsEvent } = await import('@privy-io/public-api')
    const body = { event_name: 'conformance', client_id: null, payload: {} }
    await client.fetchPrivyRoute(AnalyticsEvent, { body })
    const path = client.getCompiledPath(AnalyticsEvent, {})
    assert.equal(path, `${context.dev.authUrl}/api/v1/analytics_events`)
  },
  'a session is forked and opened once in another browser': async (context) => {
    const { client, storage, session } = await context.signIn()
    // No client of this run forks: react-auth of the first generation did.
    const fork = { method: 'POST', path: '/api/v1/sessions/fork' }
    const recover = { method: 'POST', path: '/api/v1/sessions/fork/recover' }
    const body = { refresh_token: readStored(storage, 'refresh_token') }
    const answer = await client.fetchPrivyRoute(fork, { body })
    const given = { body: { refresh_token: answer.new_session_refresh_token } }
    const other = context.browser().client
    const opened = await other.fetchPrivyRoute(recover, given)
    assert.equal(opened.user.id, session.user.id)
    assert.equal(opened.session_update_action, 'set')
    await refused('token_already_used', () => other.fetchPrivyRoute(recover, given))
  },
}
