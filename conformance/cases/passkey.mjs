import assert from 'node:assert/strict'
import { pageWithAuthenticator } from '../authenticator.mjs'
import { accountsOf } from '../expected.mjs'

/** Sign-up, login and linking by passkeys, with a virtual authenticator. */
export const cases = {
  'a passkey signs up, logs in, and a used challenge is refused': async (context) => {
    const page = await pageWithAuthenticator(context)
    const { created, again, refused } = await page.evaluate(async () => {
      const { passkey } = client.auth
      const { origin } = location
      const signup = await passkey.generateSignupOptions(origin)
      const made = await makePasskey(signup.options)
      const created = await passkey.signupWithPasskey(made, signup.relying_party)
      await client.auth.logout()
      const login = await passkey.generateAuthenticationOptions(origin)
      const used = await usePasskey(login.options)
      const finish = () =>
        passkey.loginWithPasskey(used, login.options.challenge, login.relying_party)
      const again = await finish()
      const refused = await finish().catch((error) => error.code)
      return { created, again, refused }
    })
    assert.equal(created.is_new_user, true)
    assert.equal(accountsOf(created.user, 'passkey').length, 1)
    assert.equal(again.user.id, created.user.id)
    assert.equal(refused, 'invalid_credentials')
  },
  'a passkey is linked, listed and unlinked': async (context) => {
    const page = await pageWithAuthenticator(context)
    const { PasskeyUnlink } = await import('@privy-io/public-api')
    const { linked, unlinked } = await page.evaluate(async (route) => {
      await client.auth.guest.create()
      const { passkey } = client.auth
      const keys = []
      for (const turn of [0, 1]) {
        const { options, relying_party } = await passkey.generateRegistrationOptions(
          location.origin,
        )
        // The authenticator refuses a second passkey for the user: the first one is removed from its list.
        if (turn === 1) options.exclude_credentials = []
        keys.push(await passkey.linkWithPasskey(await makePasskey(options), relying_party))
      }
      const [linked] = keys.slice(-1)
      const [{ credential_id }] = linked.user.linked_accounts
      const unlinked = await client.fetchPrivyRoute(route, { body: { credential_id } })
      return { linked, unlinked }
    }, routeOf(PasskeyUnlink))
    const [account] = accountsOf(linked.user, 'passkey')
    assert.ok(account.credential_id)
    assert.equal(account.enrolled_in_mfa, false)
    assert.equal(accountsOf(linked.user, 'passkey').length, 2)
    assert.equal(accountsOf(unlinked, 'passkey').length, 1)
  },
}

const routeOf = ({ method, path }) => ({ method, path })
