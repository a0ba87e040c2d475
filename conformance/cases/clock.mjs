import { refused } from '../context.mjs'

/** Cases that move the server's clock; they come last, because signed messages have the time of this machine. */
export const cases = {
  'an expired code is refused with invalid_credentials': async (context) => {
    const { client } = context.browser()
    const address = context.newAddress()
    const code = await context.sendCode(client, address)
    await context.advance(10 * 60_000 + 1000)
    await refused('invalid_credentials', () => client.auth.email.loginWithCode(address, code))
  },
}
