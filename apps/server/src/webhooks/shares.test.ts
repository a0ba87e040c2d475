import { api } from '@sallyport/contract'
import { createTestKit, type TestKit } from '@sallyport/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { recordAppEvent } from '../db/app-events.js'
import { startReceiver } from '../testing/webhook-receiver.js'
import { createWebhookWorker } from './deliver.js'

/* What one app may take of what all apps share. */

let kit: TestKit
beforeAll(async () => {
  kit = await createTestKit()
})
afterAll(() => kit?.close())

async function happen(appId: string, userId: string) {
  const data = { user_id: `did:privy:${userId}`, session_id: 's', reason: 'logged_out' } as const
  const event = { appId, subject: { userId }, type: 'user.session_ended', data } as const
  await recordAppEvent(kit.db, { ...event, nowMs: kit.clock.nowMs() })
}

test('an app whose endpoints do not answer leaves room for the others', async () => {
  const slow = await kit.addApp()
  let hanging: (() => void)[] | undefined = []
  const delivered: string[] = []
  const webhookSender = {
    problemOf: async () => undefined,
    post: async ({ url }: { url: string }) => {
      if (url.endsWith('/slow'))
        await new Promise<void>((go) => (hanging ? hanging.push(go) : go()))
      delivered.push(url)
      return { status: 200, response: '' }
    },
  }
  for (let count = 0; count < 13; count += 1)
    await kit.call(
      api.webhooks.create,
      { body: { url: 'http://localhost:9/slow' } },
      { appId: slow.appId, secret: slow.appSecret },
    )
  for (let user = 0; user < 16; user += 1) await happen(slow.appId, `slow${user}`)
  const worker = createWebhookWorker({ ...kit.deps, webhookSender })
  await worker.round()
  await worker.round()
  await expect.poll(() => hanging?.length, { timeout: 20_000 }).toBe(40)

  const body = { url: 'http://localhost:9/quick' }
  await kit.call(api.webhooks.create, { body }, { secret: kit.appSecret })
  await happen(kit.appId, 'quick')
  expect(await worker.round()).toBe(1)
  await expect.poll(() => delivered).toEqual(['http://localhost:9/quick'])
  const held = hanging
  hanging = undefined
  for (const go of held) go()
  await worker.stop()
})

test('an address that was never proven gets few mails, however often an endpoint is switched on', async () => {
  const receiver = await startReceiver()
  receiver.answerWith(() => ({ status: 410 }))
  const app = await kit.addApp()
  const by = { appId: app.appId, secret: app.appSecret }
  const body = { url: receiver.url, contact_email: 'victim@example.com' }
  const { body: made } = await kit.call(api.webhooks.create, { body }, by)
  const params = { webhook_id: made.id }
  await happen(app.appId, 'x')
  for (let round = 0; round < 6; round += 1) {
    await kit.call(api.webhooks.update, { params, body: { enabled: true } }, by)
    await kit.call(api.webhooks.resend, { params, body: { since: 0 } }, by)
    await kit.deliverWebhooks()
  }
  for (let minute = 0; minute < 12; minute += 1) {
    kit.clock.advance(61_000)
    await kit.deliverNotices()
  }
  await receiver.close()

  expect(receiver.received).toHaveLength(6)
  expect(kit.mailbox.mails.filter(({ to }) => to === 'victim@example.com')).toHaveLength(3)
})
