import { expect, test } from 'vitest'
import { openServerWallets } from '../../testing/open-server-wallets.js'
import { exchangeUserKey } from '../../testing/user-key.js'

const { world, wallets } = await openServerWallets()

test('error: keys that tokens were exchanged for sign no more once the app has switched them off', async () => {
  const path = `apps/${world.appId}/wallet_settings`
  const settings = (user_keys: boolean) =>
    wallets.outputOf('updateWalletSettings', wallets.governing(path, { body: { user_keys } }))
  await settings(true)
  const rules = [{ name: 'All', method: 'personal_sign', action: 'ALLOW', conditions: [] }]
  const { policy } = await wallets.policy(rules)
  const wallet = await wallets.create({ owner: { userId: 'ada' }, policyIds: [policy.id] })
  const key = await exchangeUserKey({ world, wallets }, 'ada')
  const codeOf = async () =>
    (await wallets.ask('signWithWallet', wallets.signing(wallet, [key]))).error?.code
  expect(await codeOf()).toBeUndefined()
  await settings(false)

  expect(await codeOf()).toBe('wrong_signature')
})
