import assert from 'node:assert/strict'
import { refused } from '../context.mjs'
import { accountsOf } from '../expected.mjs'

/** Login and linking by email. */
export const cases = {
  'a login creates a user and a session': async (context) => {
    const { client, address, session } = await context.signIn()
    assert.equal(session.is_new_user, true)
    assert.match(session.user.id, /^did:privy:/)
    assert.equal(session.user.linked_accounts[0].address, address)
    assert.ok(await client.getAccessToken())
  },
  'the same address logs into the same user': async (context) => {
    const first = await context.signIn()
    const { client } = context.browser()
    const code = await context.sendCode(client, first.address)
    const again = await client.auth.email.loginWithCode(first.address, code)
    assert.equal(again.user.id, first.session.user.id)
    assert.equal(again.is_new_user, false)
  },
  'a wrong code is refused with invalid_credentials': async (context) => {
    const { client } = context.browser()
    const address = context.newAddress()
    const code = await context.sendCode(client, address)
    const wrong = code === '000000' ? '111111' : '000000'
    await refused('invalid_credentials', () => client.auth.email.loginWithCode(address, wrong))
    const session = await client.auth.email.loginWithCode(address, code)
    assert.ok(session.user.id)
    await refused('invalid_credentials', () =>
      context.browser().client.auth.email.loginWithCode(address, code),
    )
  },
  'no-signup refuses an unknown address': async (context) => {
    const { client } = context.browser()
    const address = context.newAddress()
    const code = await context.sendCode(client, address)
    await refused('user_does_not_exist', () =>
      client.auth.email.loginWithCode(address, code, 'no-signup'),
    )
  },
  'an address is linked, updated and unlinked': async (context) => {
    const { client } = context.browser()
    await client.auth.guest.create()
    const [first, second] = [context.newAddress(), context.newAddress()]
    const linked = await client.auth.email.linkWithCode(
      first,
      await context.sendCode(client, first),
    )
    assert.equal(accountsOf(linked.user, 'email')[0].address, first)
    assert.equal(linked.user.is_guest, false)
    await refused('cannot_link_more_of_type', async () =>
      client.auth.email.linkWithCode(second, await context.sendCode(client, second)),
    )
    const updated = await client.auth.email.updateEmail({
      oldEmailAddress: first,
      newEmailAddress: second,
      code: await context.sendCode(client, second),
    })
    assert.deepEqual(
      accountsOf(updated.user, 'email').map(({ address }) => address),
      [second],
    )
    await refused('cannot_unlink_sole_account', () => client.auth.email.unlink(second))
    const number = context.newNumber()
    const code = await context.sendTextCode(client, number)
    await client.auth.phone.linkWithCode(number, code)
    const unlinked = await client.auth.email.unlink(second)
    assert.deepEqual(accountsOf(unlinked.user, 'email'), [])
    await refused('linked_account_not_found', () => client.auth.email.unlink(second))
  },
}
