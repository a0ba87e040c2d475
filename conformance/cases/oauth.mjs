import assert from 'node:assert/strict'
import { failure } from '../context.mjs'
import { accountsOf } from '../expected.mjs'

const providers = [
  'google',
  'twitter',
  'discord',
  'github',
  'spotify',
  'instagram',
  'tiktok',
  'linkedin',
  'apple',
  'twitch',
  'line',
  // An OpenID Connect provider of the app's own.
  'custom:northwind',
]
const typeOf = (provider) => (provider.startsWith('custom:') ? provider : `${provider}_oauth`)

/** Logs in at a simulated provider: the page leaves for it and comes back with a code. */
async function visit(context, page, provider, { name, mode = 'normal', cancel = false } = {}) {
  const { origin } = new URL(page.url())
  const { url } = await page.evaluate(
    ([asked, to]) => client.auth.oauth.generateURL(asked, to),
    [provider, `${origin}/`],
  )
  await page.goto(url)
  await page.fill('input[name=name]', name ?? context.newName())
  await page.selectOption('select[name=mode]', mode)
  await page.click(`button[value=${cancel ? 'cancel' : 'allow'}]`)
  await page.waitForURL(`${origin}/**`)
  const { searchParams } = new URL(page.url())
  await context.reopen(page, { frame: false })
  return {
    code: searchParams.get('privy_oauth_code'),
    state: searchParams.get('privy_oauth_state'),
    provider: searchParams.get('privy_oauth_provider'),
  }
}

/** Calls the client with what the page came back with; gives its answer or the code of its refusal. */
const finish = (page, method, { code, state, provider }) =>
  page.evaluate(
    ([name, ...given]) =>
      client.auth.oauth[name](...given).then(
        (answer) => ({ answer }),
        (error) => ({ refused: error.code }),
      ),
    [method, code, state, provider],
  )

/** Login and linking by OAuth providers, in a browser. */
export const cases = {
  ...Object.fromEntries(
    providers.map((provider) => [
      `${provider} logs in, and again into the same user`,
      async (context) => {
        const name = context.newName().slice(-15)
        const users = []
        for (const turn of [0, 1]) {
          const page = await context.browserPage({ frame: false })
          const returned = await visit(context, page, provider, { name })
          assert.equal(returned.provider, provider)
          const { answer, refused } = await finish(page, 'loginWithCode', returned)
          assert.equal(refused, undefined, refused)
          assert.equal(answer.is_new_user, turn === 0)
          const [account] = accountsOf(answer.user, typeOf(provider))
          assert.ok(account.subject)
          users.push(answer.user.id)
          await page.context().close()
        }
        assert.equal(users[0], users[1])
      },
    ]),
  ),
  'a code works once, and not in a browser with a login of its own': async (context) => {
    const page = await context.browserPage({ frame: false })
    const stored = () =>
      ['privy:state_code', 'privy:code_verifier'].map((key) => [key, localStorage.getItem(key)])
    const returned = await visit(context, page, 'github')
    const keys = await page.evaluate(stored)
    const thief = await context.browserPage({ frame: false })
    await thief.evaluate(async (pairs) => {
      // A login of the thief's own: the server knows the browser from then on.
      await client.auth.oauth.generateURL('github', `${location.origin}/`)
      for (const [key, value] of pairs) localStorage.setItem(key, value)
    }, keys)
    const stolen = await finish(thief, 'loginWithCode', returned)
    assert.match(stolen.refused, /invalid_credentials|oauth_state_mismatch/)
    assert.ok((await finish(page, 'loginWithCode', returned)).answer)
    await page.evaluate((pairs) => {
      for (const [key, value] of pairs) localStorage.setItem(key, value)
    }, keys)
    const again = await finish(page, 'loginWithCode', returned)
    assert.match(again.refused, /invalid_credentials|token_already_used/)
  },
  'a refusal at the provider comes back as one': async (context) => {
    const page = await context.browserPage({ frame: false })
    const returned = await visit(context, page, 'google', { cancel: true })
    assert.equal(returned.code, 'undefined')
  },
  'an account is linked and unlinked': async (context) => {
    const page = await context.browserPage({ frame: false })
    await page.evaluate(() => client.auth.guest.create())
    const first = await visit(context, page, 'google')
    const linked = await finish(page, 'linkWithCode', first)
    const [google] = accountsOf(linked.answer.user, 'google_oauth')
    assert.ok(google.email)
    const second = await visit(context, page, 'github')
    assert.ok((await finish(page, 'linkWithCode', second)).answer)
    const { user } = await page.evaluate(
      (subject) => client.auth.oauth.unlink('google', subject),
      google.subject,
    )
    assert.deepEqual(accountsOf(user, 'google_oauth'), [])
    assert.equal(accountsOf(user, 'github_oauth').length, 1)
  },
  'an account of another user is moved': async (context) => {
    const name = context.newName()
    const owner = await context.browserPage({ frame: false })
    const first = await visit(context, owner, 'discord', { name })
    const { answer } = await finish(owner, 'loginWithCode', first)
    const [{ subject, username }] = accountsOf(answer.user, 'discord_oauth')
    const page = await context.browserPage({ frame: false })
    await page.evaluate(() => client.auth.guest.create())
    const { code } = await visit(context, page, 'discord', { name })
    // The client does not show the nonce of the refusal: the page calls by itself.
    const moved = await page.evaluate(
      async ([authUrl, appId, authorization_code, userInfo]) => {
        const stored = (key) => localStorage.getItem(key).replaceAll('"', '')
        const call = async (path, body) => {
          const answer = await fetch(`${authUrl}/api/v1/oauth/${path}`, {
            method: 'POST',
            credentials: 'include',
            headers: {
              'content-type': 'application/json',
              'privy-app-id': appId,
              authorization: `Bearer ${await client.getAccessToken()}`,
            },
            body: JSON.stringify(body),
          })
          return { status: answer.status, body: await answer.json() }
        }
        const refused = await call('link', {
          authorization_code,
          state_code: stored('privy:state_code'),
          code_verifier: stored('privy:code_verifier'),
        })
        const { nonce } = refused.body.data ?? {}
        return [refused, await call('transfer', { nonce, userInfo })]
      },
      [context.dev.authUrl, context.dev.appId, code, { subject, username }],
    )
    assert.deepEqual(
      moved.map(({ status, body }) => [status, body.code]),
      [
        [400, 'account_transfer_required'],
        [200, undefined],
      ],
    )
    assert.equal(accountsOf(moved[1].body, 'discord_oauth')[0].subject, subject)
  },
  'the app gets the provider’s tokens when it asks for them': async (context) => {
    // The sandbox's app asks for them at every provider.
    const page = await context.browserPage({ frame: false })
    const returned = await visit(context, page, 'github')
    const tokens = await page.evaluate(
      ([code, state, provider]) =>
        new Promise((given, refused) => {
          client.addOAuthTokensListener(given)
          client.auth.oauth.loginWithCode(code, state, provider).catch(refused)
        }),
      [returned.code, returned.state, returned.provider],
    )
    assert.equal(tokens.provider, 'github')
    assert.ok(tokens.access_token)
  },
  'another app that does not know this one is refused as a provider': async (context) => {
    const { client } = context.browser()
    const error = await failure(() =>
      client.auth.oauth.generateURL(`privy:${'x'.repeat(25)}`, context.dev.demoUrl),
    )
    assert.equal(error.code, 'cross_app_connection_not_allowed')
  },
}
