// @vitest-environment happy-dom
import { describe, expect, test } from 'vitest'
import { createFakeKit } from './test-kit/fake-kit.js'
import { wireUser } from './test-kit/samples.js'
import { unlinkAccount } from './unlink-account.js'
import { unlinkingOf } from './unlinking.js'

const clock = { nowMs: () => Date.now(), wait: async () => undefined }
const setup = async () => {
  const answer = () => wireUser
  const server = {
    '/oauth/unlink': answer,
    '/farcaster/unlink': answer,
    '/telegram/unlink': answer,
  }
  const fake = createFakeKit({ clock, answers: { server } })
  await fake.kit.client.start()
  fake.logIn()
  return fake
}

describe('an account is unlinked by the call of its method', () => {
  test('of a provider', async () => {
    const { kit, inputsOf } = await setup()
    await unlinkingOf(kit).unlinkGoogle('1')
    await unlinkingOf(kit).unlinkLinkedIn('2')
    await unlinkAccount(kit.client, { type: 'custom:acme', subject: '3' })
    expect(inputsOf('/oauth/unlink')).toEqual([
      { provider: 'google', subject: '1' },
      { provider: 'linkedin', subject: '2' },
      { provider: 'custom:acme', subject: '3' },
    ])
  })

  test('of Farcaster and Telegram', async () => {
    const { kit, inputsOf } = await setup()
    await unlinkingOf(kit).unlinkFarcaster(7)
    await unlinkingOf(kit).unlinkTelegram('8')
    expect(inputsOf('/farcaster/unlink')).toEqual([{ fid: 7 }])
    expect(inputsOf('/telegram/unlink')).toEqual([{ telegram_user_id: '8' }])
  })

  test('error: a type that this version can’t unlink', async () => {
    const { kit } = await setup()
    const unlinked = unlinkAccount(kit.client, { type: 'custom_auth' })
    await expect(unlinked).rejects.toMatchObject({ code: 'not_supported' })
  })
})
