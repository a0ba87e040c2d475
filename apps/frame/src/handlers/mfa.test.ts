import { userIdPrefix } from '@sallyport/contract'
import { describe, expect, test } from 'vitest'
import { createRig, dataOf, errorOf } from '../testing/rig.js'

describe('privy:mfa:verify', () => {
  test('is answered {} for a user without a second factor, so that a key export goes on', async () => {
    const { custody, openPage, token } = await createRig()

    const answer = await openPage().send('privy:mfa:verify', {
      accessToken: token(`${userIdPrefix}ada`),
    })

    expect(dataOf(answer)).toEqual({})
    expect(custody.calls).toEqual([])
  })

  test('error: needs a token of the app', async () => {
    const { openPage } = await createRig()

    expect(errorOf(await openPage().send('privy:mfa:verify', { accessToken: 'x' }))).toBe('error')
  })

  test.each(['privy:mfa:init-enrollment', 'privy:wallets:set-recovery', 'privy:mfa:toString'])(
    'error: %s is refused as an unknown event',
    async (event) => {
      const { openPage, token } = await createRig()
      const page = openPage()
      // Not in the table, and so not in the type of `send` either.
      const send = page.send as (event: string, data: object) => ReturnType<typeof page.send>

      const answer = await send(event, { accessToken: token(`${userIdPrefix}ada`) })

      expect(answer).toMatchObject({ error: { type: 'invalid_request_arguments' } })
    },
  )
})
