import { api } from '@sallyport/contract'
import { createTestKit, type TestKit } from '@sallyport/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { deliverNotices, waitAfter } from './deliver-notices.js'
import { notify } from './notify.js'
import { recordEvent } from './record-event.js'

let kit: TestKit
let people = 0
beforeAll(async () => {
  kit = await createTestKit()
})
afterAll(() => kit.close())

/** A user with an event that waits to be told. */
async function newNotice() {
  people += 1
  const address = `told${people}@example.com`
  const { user } = await kit.signIn(address)
  const event = await recordEvent(kit.db, {
    kind: 'wallet_recovered',
    appId: kit.appId,
    userId: user.id.replace('did:privy:', ''),
    data: {},
    nowMs: kit.clock.nowMs(),
  })
  await notify(kit.db, { event })
  return { address, event }
}
const sentTo = (address: string) =>
  kit.mailbox.mails.filter(({ to, subject }) => to === address && /wallet/.test(subject)).length

describe('deliverNotices', () => {
  test('T-16: sends a notice once, although it is put in twice and two processes send', async () => {
    const { address, event } = await newNotice()
    await notify(kit.db, { event })
    await Promise.all(Array.from({ length: 4 }, () => deliverNotices(kit.deps)))
    await deliverNotices(kit.deps)
    expect(sentTo(address)).toBe(1)
  })

  test('T-16: tries again later and longer after a failure, also in a process started later', async () => {
    const { address } = await newNotice()
    let tries = 0
    const send = async () => {
      tries += 1
      throw new Error('The mail server is down')
    }
    const email = { ...kit.deps.channels.email, send }
    const failing = { ...kit.deps, channels: { ...kit.deps.channels, email } }
    await deliverNotices(failing)
    await deliverNotices(failing)
    expect(tries).toBe(1)
    kit.clock.advance(waitAfter(1))
    await deliverNotices(failing)
    expect(tries).toBe(2)
    kit.clock.advance(waitAfter(1))
    await kit.deliverNotices()
    expect(sentTo(address)).toBe(0)
    kit.clock.advance(waitAfter(2) - waitAfter(1))
    await kit.deliverNotices()
    expect(sentTo(address)).toBe(1)
  })

  test('an address hears once a minute: what happened meanwhile is one message', async () => {
    const { address, event } = await newNotice()
    await kit.deliverNotices()
    expect(sentTo(address)).toBe(1)
    for (const kind of ['wallet_exported', 'recovery_changed', 'factor_enrolled'] as const) {
      const { appId, userId } = event
      const next = await recordEvent(kit.db, {
        kind,
        appId,
        userId,
        data: {},
        nowMs: kit.clock.nowMs(),
      })
      await notify(kit.db, { event: next })
      await kit.deliverNotices()
    }
    const mails = () =>
      kit.mailbox.mails.filter(({ to, subject }) => to === address && !/code/.test(subject))
    const before = mails().length
    kit.clock.advance(60_000)
    await kit.deliverNotices()
    await kit.deliverNotices()

    const [digest, ...others] = mails().slice(before)
    expect(others).toEqual([])
    expect(digest?.subject).toMatch(/^3 changes to your .+ account$/)
    expect(digest?.text).toMatch(
      /private key .+ was exported[\s\S]+another way to be restored[\s\S]+second step was added/,
    )
  })

  test('a notice of a change that was rolled back is not sent', async () => {
    const { address } = await newNotice()
    await kit.deliverNotices()
    const rolledBack = kit.db.transaction().execute(async (transaction) => {
      const event = await recordEvent(transaction, {
        kind: 'device_revoked',
        appId: kit.appId,
        userId: 'someone',
        data: {},
        nowMs: kit.clock.nowMs(),
      })
      await notify(transaction, {
        event,
        accounts: [
          { type: 'email', data: { address }, first_verified_at: 0, latest_verified_at: 0 },
        ],
      })
      throw new Error('The change failed')
    })
    await expect(rolledBack).rejects.toThrow('The change failed')
    await kit.deliverNotices()
    expect(sentTo(address)).toBe(1)
  })

  test('nothing is sent to test accounts, whose addresses belong to no one', async () => {
    const { body: account } = await kit.call(
      api.admission.addTestAccount,
      { params: { app_id: kit.appId }, body: {} },
      { secret: kit.appSecret },
    )
    const event = {
      kind: 'device_revoked',
      appId: kit.appId,
      userId: 'x',
      data: {},
      nowMs: 0,
    } as const
    const recorded = await recordEvent(kit.db, event)
    const accounts = [
      {
        type: 'email',
        data: { address: account.email },
        first_verified_at: 0,
        latest_verified_at: 0,
      },
    ]
    await notify(kit.db, { event: recorded, accounts })
    await kit.deliverNotices()
    expect(kit.mailbox.mails.filter(({ to }) => to === account.email)).toEqual([])
  })
})
