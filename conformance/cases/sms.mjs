import assert from 'node:assert/strict'
import { refused } from '../context.mjs'
import { accountsOf } from '../expected.mjs'

/** Login and linking by text message. */
export const cases = {
  'a login creates a user; a second one finds it, however the number is written': async (
    context,
  ) => {
    const { client } = context.browser()
    const number = context.newNumber()
    const code = await context.sendTextCode(client, number)
    const session = await client.auth.phone.loginWithCode(number, code)
    assert.equal(accountsOf(session.user, 'phone')[0].phoneNumber, number)
    const other = context.browser().client
    const before = await context.countCodes(number)
    const national = number.slice(2)
    await other.auth.phone.sendCode(national)
    const again = await other.auth.phone.loginWithCode(
      national,
      await context.codeFor(number, before),
    )
    assert.equal(again.user.id, session.user.id)
  },
  'bad numbers and codes are refused with 422': async (context) => {
    const { client } = context.browser()
    await refused('invalid_data', () => client.auth.phone.sendCode('+1'))
    await refused('invalid_credentials', () => client.auth.phone.loginWithCode('+1', '123456'))
    const number = context.newNumber()
    const code = await context.sendTextCode(client, number)
    const wrong = code === '000000' ? '111111' : '000000'
    await refused('invalid_credentials', () => client.auth.phone.loginWithCode(number, wrong))
  },
  'a number is linked, updated and unlinked': async (context) => {
    const { client } = await context.signIn()
    const [first, second] = [context.newNumber(), context.newNumber()]
    const code = await context.sendTextCode(client, first)
    const linked = await client.auth.phone.linkWithCode(first, code)
    assert.equal(accountsOf(linked.user, 'phone')[0].phoneNumber, first)
    const updated = await client.auth.phone.updatePhone({
      oldPhoneNumber: first,
      newPhoneNumber: second,
      code: await context.sendTextCode(client, second),
    })
    assert.deepEqual(
      accountsOf(updated.user, 'phone').map(({ phoneNumber }) => phoneNumber),
      [second],
    )
    const unlinked = await client.auth.phone.unlink(second)
    assert.deepEqual(accountsOf(unlinked.user, 'phone'), [])
  },
}
