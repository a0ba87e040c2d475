import assert from 'node:assert/strict'
import { refused } from '../context.mjs'

/** Changes settings of the app for the time of `act`. */
async function withApp(context, change, back, act) {
  await context.changeApp(change)
  try {
    await act()
  } finally {
    await context.changeApp(back)
  }
}

/** Rules of the app as the headless client meets them. */
export const cases = {
  'a method that is off is refused at its first call': async (context) => {
    const off = { sms_auth: false, passkey_auth: false, guest_auth: false }
    const on = { sms_auth: true, passkey_auth: true, guest_auth: true }
    await withApp(context, off, on, async () => {
      const { auth } = context.browser().client
      await refused('disallowed_login_method', () => auth.phone.sendCode(context.newNumber()))
      await refused('disallowed_login_method', () =>
        auth.passkey.generateSignupOptions(context.dev.demoUrl),
      )
      await refused('disallowed_login_method', () => auth.guest.create())
    })
  },
  'the allow list refuses at the first call with 401': async (context) => {
    const address = context.newAddress()
    const entry = { type: 'email', value: address }
    await context.backEnd().inviteToAllowlist(entry)
    await withApp(context, { allowlist_enabled: true }, { allowlist_enabled: false }, async () => {
      const { client } = context.browser()
      await refused('allowlist_rejected', () => client.auth.email.sendCode(context.newAddress()))
      const code = await context.sendCode(client, address)
      assert.ok((await client.auth.email.loginWithCode(address, code)).user)
      const [listed] = (await context.backEnd().getAllowlist()).filter(
        ({ value }) => value === address,
      )
      assert.ok(listed.acceptedAt)
    })
    await context.backEnd().removeFromAllowlist(entry)
  },
  'the deny list refuses': async (context) => {
    const address = context.newAddress()
    const path = `/api/v1/apps/${context.dev.appId}/denylist`
    const entry = { type: 'email', value: address }
    await context.admin('POST', path, entry)
    await refused('allowlist_rejected', () => context.browser().client.auth.email.sendCode(address))
    await context.admin('DELETE', path, entry)
  },
  'plus addresses are refused when the app says so': async (context) => {
    const plus = context.newAddress().replace('@', '+1@')
    await withApp(context, { disable_plus_emails: true }, { disable_plus_emails: false }, () =>
      refused('disallowed_plus_email', () => context.browser().client.auth.email.sendCode(plus)),
    )
  },
}
