import assert from 'node:assert/strict'
import {
  CustomJWTLink,
  TelegramAuthenticate,
  TelegramLink,
  TelegramUnlink,
} from '@privy-io/public-api'
import { refused } from '../context.mjs'
import { accountsOf } from '../expected.mjs'

/** Login and linking by Telegram, by the app's own login, and as a guest. */
export const cases = {
  'Telegram’s widget and a mini app log in the same user': async (context) => {
    const { result, launch } = await context.telegram(context.newName())
    const login = (body) => context.browser().client.fetchPrivyRoute(TelegramAuthenticate, { body })
    const first = await login({ telegram_auth_result: result, mode: 'login-or-sign-up' })
    assert.equal(accountsOf(first.user, 'telegram')[0].telegram_user_id, String(result.id))
    const second = await login({ telegram_web_app_data: launch })
    assert.equal(second.user.id, first.user.id)
    await refused('invalid_credentials', () =>
      login({ telegram_auth_result: { ...result, first_name: 'Someone else' } }),
    )
  },
  'a Telegram account is linked and unlinked': async (context) => {
    const { client } = await context.signIn()
    const { result } = await context.telegram(context.newName())
    const linked = await client.fetchPrivyRoute(TelegramLink, {
      body: { telegram_auth_result: result },
    })
    const [{ telegram_user_id }] = accountsOf(linked, 'telegram')
    const unlinked = await client.fetchPrivyRoute(TelegramUnlink, { body: { telegram_user_id } })
    assert.deepEqual(accountsOf(unlinked, 'telegram'), [])
  },
  'a token of the app’s own login logs in': async (context) => {
    const name = context.newName()
    const { client } = context.browser()
    const session = await client.auth.customProvider.syncWithToken(await context.ownToken(name))
    assert.equal(accountsOf(session.user, 'custom_auth')[0].custom_user_id, name)
    const other = context.browser().client
    const again = await other.auth.customProvider.syncWithToken(await context.ownToken(name))
    assert.equal(again.user.id, session.user.id)
    await refused('invalid_credentials', () => other.auth.customProvider.syncWithToken('a.b.c'))
  },
  'a token of the app’s own login is linked': async (context) => {
    const { client } = await context.signIn()
    const name = context.newName()
    const body = { token: await context.ownToken(name) }
    const user = await client.fetchPrivyRoute(CustomJWTLink, { body })
    assert.equal(accountsOf(user, 'custom_auth')[0].custom_user_id, name)
  },
  'a guest is made and stays a guest': async (context) => {
    const { client } = context.browser()
    const session = await client.auth.guest.create()
    assert.equal(session.user.is_guest, true)
    assert.ok(await client.getAccessToken())
  },
}
