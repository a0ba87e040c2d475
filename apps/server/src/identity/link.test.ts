import { api } from '@sallyport/contract'
import {
  createTestKit,
  listFactor,
  type SignedIn,
  storeSettings,
  type TestKit,
} from '@sallyport/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

let kit: TestKit
beforeAll(async () => {
  kit = await createTestKit({ app: { settings: { sms_auth: true, guest_auth: true } } })
})
afterAll(() => kit.close())

let users = 0
/** Signs in a new user; every test has its own addresses. */
const newUser = async (appId = kit.appId): Promise<SignedIn & { address: string }> => {
  const address = `user-${++users}@example.com`
  return { ...(await kit.signIn(address, { appId })), address }
}
const newNumber = () => `+1201555${String(2000 + ++users)}`
const guest = async (appId = kit.appId) => {
  const body = { guest_credential: Buffer.alloc(32, ++users).toString('base64url') }
  const answer = await kit.call(api.guest.authenticate, { body }, { appId })
  return { ...answer.body, token: String(answer.body.token), credential: body }
}

type Caller = { token?: string; appId?: string }
const codeFor = async (email: string, caller: Caller) => {
  const { status } = await kit.call(api.email.init, { body: { email } }, caller)
  expect(status).toBe(200)
  return kit.mailbox.codeFor(email)
}
const linkEmail = async (email: string, caller: Caller) => {
  const code = await codeFor(email, caller)
  return kit.call(api.email.link, { body: { email, code } }, caller)
}
const linkPhone = async (phoneNumber: string, caller: Caller) => {
  await kit.call(api.sms.init, { body: { phoneNumber } }, caller)
  const code = kit.phones.codeFor(phoneNumber)
  return kit.call(api.sms.link, { body: { phoneNumber, code } }, caller)
}
const logInByPhone = async (phoneNumber: string) => {
  await kit.call(api.sms.init, { body: { phoneNumber } })
  const body = { phoneNumber, code: kit.phones.codeFor(phoneNumber) }
  return (await kit.call(api.sms.authenticate, { body })).body as SignedIn
}
const shown = (body: { linked_accounts?: object[] }) =>
  body.linked_accounts?.map((account) => ({ ...account }))
const isOpen = async (token: string) => (await kit.call(api.user.me, {}, { token })).status === 200

describe('linking', () => {
  test('a user links a phone number and logs in by it', async () => {
    const ada = await newUser()
    const number = newNumber()
    const { status, body } = await linkPhone(number, ada)

    expect(status).toBe(200)
    expect(shown(body)).toMatchObject([
      { type: 'email', address: ada.address },
      { type: 'phone', phoneNumber: number },
    ])
    expect((await logInByPhone(number)).user.id).toBe(ada.user.id)
  })

  test('an account the user has already is refreshed', async () => {
    const ada = await newUser()
    kit.clock.advance(60_000)
    const { status, body } = await linkEmail(ada.address, ada)
    expect(status).toBe(200)
    const [account] = body.linked_accounts ?? []
    expect(Number(account?.latest_verified_at) - Number(account?.first_verified_at)).toBe(60)
  })

  test('EML-07: error: a login code does not link, and a code for linking does not log in', async () => {
    const ada = await newUser()
    const email = `other-${users}@example.com`
    const loginCode = await codeFor(email, {})
    const linked = await kit.call(api.email.link, { body: { email, code: loginCode } }, ada)
    expect([linked.status, linked.body.code]).toEqual([422, 'invalid_credentials'])

    const number = newNumber()
    await kit.call(api.sms.init, { body: { phoneNumber: number } }, ada)
    const body = { phoneNumber: number, code: kit.phones.codeFor(number) }
    const login = await kit.call(api.sms.authenticate, { body })
    expect([login.status, login.body.code]).toEqual([422, 'invalid_credentials'])
  })

  test('error: a code for linking works for the user who requested it only', async () => {
    const [ada, eve] = [await newUser(), await newUser()]
    const phoneNumber = newNumber()
    await kit.call(api.sms.init, { body: { phoneNumber } }, ada)
    const body = { phoneNumber, code: kit.phones.codeFor(phoneNumber) }
    expect((await kit.call(api.sms.link, { body }, eve)).body.code).toBe('invalid_credentials')
    expect((await kit.call(api.sms.link, { body }, ada)).status).toBe(200)
  })

  test('a code requested with the token of a session that is over is for logging in', async () => {
    const ada = await newUser()
    await kit.call(api.session.logout, { body: {} }, ada)
    const code = await codeFor(ada.address, ada)
    const body = { email: ada.address, code }
    expect((await kit.call(api.email.authenticate, { body })).status).toBe(200)
  })

  test('LNK-01: error: without a session nothing is changed', async () => {
    const bodies = {
      link: { email: 'a@example.com', code: '123456' },
      unlink: { address: 'a@example.com' },
      update: { oldAddress: 'a@example.com', newAddress: 'b@example.com', code: '123456' },
      transfer: { nonce: 'n', email: 'a@example.com' },
    }
    for (const name of ['link', 'unlink', 'update', 'transfer'] as const) {
      const { status, body } = await kit.call(api.email[name], { body: bodies[name] } as never)
      expect([status, body.code]).toEqual([401, 'missing_or_invalid_token'])
    }
  })

  test('LNK-17: error: a second email address', async () => {
    const ada = await newUser()
    const { status, body } = await linkEmail(`second-${users}@example.com`, ada)
    expect([status, body.code]).toEqual([400, 'cannot_link_more_of_type'])
  })

  test('EML-14: error: an address with a plus sign, on link and update', async () => {
    const { appId } = await kit.addApp({ settings: { disable_plus_emails: true } })
    const ada = { ...(await newUser(appId)), appId }
    const email = 'ada+1@example.com'
    const init = await kit.call(api.email.init, { body: { email } }, ada)
    const linked = await kit.call(api.email.link, { body: { email, code: '123456' } }, ada)
    const body = { oldAddress: ada.address, newAddress: email, code: '123456' }
    const updated = await kit.call(api.email.update, { body }, ada)
    expect([init, linked, updated].map((answer) => answer.body.code)).toEqual(
      Array(3).fill('disallowed_plus_email'),
    )
  })

  test('SMS-02: a number is linked in its international form, read as one of the US by default', async () => {
    const ada = await newUser()
    await kit.call(api.sms.init, { body: { phoneNumber: '(201) 555-0142' } }, ada)
    const code = kit.phones.codeFor('+12015550142')
    const body = { phoneNumber: '201-555-0142', code }
    const linked = await kit.call(api.sms.link, { body }, ada)
    expect(shown(linked.body)?.at(-1)).toMatchObject({ phoneNumber: '+12015550142' })
  })

  test('LNK-07: an address that was never verified leaves no trace', async () => {
    const eve = await newUser()
    const email = `victim-${users}@example.com`
    await codeFor(email, eve)
    const victim = await kit.signIn(email)
    expect(victim.is_new_user).toBe(true)
    expect(victim.user.linked_accounts).toMatchObject([{ type: 'email', address: email }])
  })
})

describe('a guest', () => {
  test('becomes a user by linking an account, and the guest credential is invalid', async () => {
    const before = await guest()
    const email = `was-guest-${users}@example.com`
    const { body } = await linkEmail(email, before)

    expect(body).toMatchObject({ id: before.user?.id, is_guest: false })
    expect(body.linked_accounts).toMatchObject([{ type: 'email', address: email }])
    const again = await kit.call(api.guest.authenticate, { body: before.credential })
    expect(again.body.user?.id).not.toBe(before.user?.id)
    expect((await kit.signIn(email)).user.id).toBe(before.user?.id)
  })

  test('T-27: error: a full app has no room for a guest who becomes a user', async () => {
    const { appId } = await kit.addApp({ maxUsers: 1, settings: { guest_auth: true } })
    const before = { ...(await guest(appId)), appId }
    await newUser(appId)
    const { body } = await linkEmail(`late-${users}@example.com`, before)
    expect(body.code).toBe('max_accounts_reached')
  })
})

describe('unlinking', () => {
  test('LNK-03: error: the only way to log in', async () => {
    const ada = await newUser()
    const body = { address: ada.address }
    const answer = await kit.call(api.email.unlink, { body }, ada)
    expect([answer.status, answer.body.code]).toEqual([400, 'cannot_unlink_sole_account'])
  })

  test('LNK-03: error: a method that is off does not count as a way to log in', async () => {
    const { appId } = await kit.addApp({ settings: { sms_auth: true } })
    const ada = { ...(await newUser(appId)), appId }
    await linkPhone(newNumber(), ada)
    await storeSettings(kit, { appId, settings: { sms_auth: false } })

    const answer = await kit.call(api.email.unlink, { body: { address: ada.address } }, ada)
    expect(answer.body.code).toBe('cannot_unlink_sole_account')
  })

  test('LNK-09: the account is free again and the other sessions of the user are over', async () => {
    const ada = await newUser()
    const elsewhere = await kit.signIn(ada.address)
    await linkPhone(newNumber(), ada)
    const { status, body } = await kit.call(
      api.email.unlink,
      { body: { address: ada.address } },
      ada,
    )

    expect([status, shown(body)?.length]).toEqual([200, 1])
    expect([await isOpen(ada.token), await isOpen(elsewhere.token)]).toEqual([true, false])
    expect((await kit.signIn(ada.address)).is_new_user).toBe(true)
  })

  test('error: an account of another user', async () => {
    const [ada, bob] = [await newUser(), await newUser()]
    const answer = await kit.call(api.email.unlink, { body: { address: bob.address } }, ada)
    expect([answer.status, answer.body.code]).toEqual([404, 'linked_account_not_found'])
  })

  test('two of two accounts at once: one stays', async () => {
    const ada = await newUser()
    const phoneNumber = newNumber()
    await linkPhone(phoneNumber, ada)
    const answers = await Promise.all([
      kit.call(api.email.unlink, { body: { address: ada.address } }, ada),
      kit.call(api.sms.unlink, { body: { phoneNumber } }, ada),
    ])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400])
  })
})

describe('updating', () => {
  const updateEmail = async (oldAddress: string, newAddress: string, caller: Caller) => {
    const code = await codeFor(newAddress, caller)
    const body = { oldAddress, newAddress, code }
    return kit.call(api.email.update, { body }, caller)
  }

  test('LNK-09: replaces the address and ends the other sessions', async () => {
    const ada = await newUser()
    const elsewhere = await kit.signIn(ada.address)
    const address = `new-${users}@example.com`
    const { status, body } = await updateEmail(ada.address, address, ada)

    expect([status, shown(body)]).toMatchObject([200, [{ type: 'email', address }]])
    expect([await isOpen(ada.token), await isOpen(elsewhere.token)]).toEqual([true, false])
    expect((await kit.signIn(address)).user.id).toBe(ada.user.id)
    expect((await kit.signIn(ada.address)).is_new_user).toBe(true)
  })

  test('LNK-11: error: the old address is of another user, or of none', async () => {
    const [ada, bob] = [await newUser(), await newUser()]
    const address = `new-${users}@example.com`
    for (const old of [bob.address, 'unknown@example.com']) {
      const { status, body } = await updateEmail(old, address, ada)
      expect([status, body.code]).toEqual([404, 'linked_account_not_found'])
    }
  })

  test('error: the new address is of another user', async () => {
    const [ada, bob] = [await newUser(), await newUser()]
    const { status, body } = await updateEmail(ada.address, bob.address, ada)
    expect([status, body.code]).toEqual([400, 'linked_to_another_user'])
  })

  test('replaces a phone number', async () => {
    const ada = await newUser()
    const [before, after] = [newNumber(), newNumber()]
    await linkPhone(before, ada)
    await kit.call(api.sms.init, { body: { phoneNumber: after } }, ada)
    const code = kit.phones.codeFor(after)
    const body = { old_phone_number: before, new_phone_number: after, code }
    const { status, body: user } = await kit.call(api.sms.update, { body }, ada)
    expect([status, shown(user)?.at(-1)]).toMatchObject([200, { phoneNumber: after }])
  })
})

describe('an account of another user', () => {
  test('is offered for a transfer when it is all the other user has', async () => {
    const [ada, bob] = [await newUser(), await logInByPhone(newNumber())]
    const [phone] = bob.user.linked_accounts
    const number = phone?.type === 'phone' ? phone.phoneNumber : ''
    const { status, body } = await linkPhone(number, ada)

    expect([status, body.code]).toEqual([400, 'account_transfer_required'])
    expect(body.data).toEqual({
      nonce: expect.stringMatching(/^[\w-]{43}$/),
      subject: number,
      account: { type: 'phone', displayName: number },
      otherUser: { embeddedWalletAddress: null },
    })
    const nonce = String(body.data?.nonce)
    const transfer = { body: { nonce, phoneNumber: number } }
    const moved = await kit.call(api.sms.transfer, transfer, ada)
    expect(shown(moved.body)).toMatchObject([{ type: 'email' }, { phoneNumber: number }])
    expect((await logInByPhone(number)).user.id).toBe(ada.user.id)
    // The other user is deleted with their session, and the nonce is used.
    expect(await isOpen(bob.token)).toBe(false)
    const again = await kit.call(api.sms.transfer, transfer, ada)
    expect([again.status, again.body.code]).toEqual([422, 'invalid_credentials'])
  })

  const offered = async () => {
    const [ada, number] = [await newUser(), newNumber()]
    const bob = await logInByPhone(number)
    const { body } = await linkPhone(number, ada)
    return { ada, bob, number, nonce: String(body.data?.nonce) }
  }

  test('LNK-13: error: the nonce works for the user who proved the account, for that account, for ten minutes', async () => {
    const { ada, number, nonce } = await offered()
    const eve = await newUser()
    const transfer = (phoneNumber: string, caller: Caller, of = nonce) =>
      kit.call(api.sms.transfer, { body: { nonce: of, phoneNumber } }, caller)
    expect((await transfer(number, eve)).body.code).toBe('invalid_credentials')
    expect((await transfer(newNumber(), ada)).body.code).toBe('invalid_credentials')
    expect((await transfer(number, ada, 'guessed')).body.code).toBe('invalid_credentials')
    kit.clock.advance(10 * 60_000)
    expect((await transfer(number, ada)).body.code).toBe('invalid_credentials')
  })

  test('LNK-02: error: the other user has another account, now or at the transfer', async () => {
    const { ada, bob, number, nonce } = await offered()
    await linkEmail(`bob-${users}@example.com`, bob)
    const body = { nonce, phoneNumber: number }
    const moved = await kit.call(api.sms.transfer, { body }, ada)
    expect([moved.status, moved.body.code]).toEqual([400, 'linked_to_another_user'])
    const linked = await linkPhone(number, ada)
    expect([linked.status, linked.body.code]).toEqual([400, 'linked_to_another_user'])
    expect(await isOpen(bob.token)).toBe(true)
  })

  test('LNK-02: error: the other user has a wallet, or is making one', async () => {
    const { ada, bob, number, nonce } = await offered()
    await kit.db
      .insertInto('wallet_root')
      .values({
        app_id: kit.appId,
        user_id: bob.user.id.replace('did:privy:', ''),
        wallet_id: '00000000-0000-4000-8000-000000000001',
        state: 'stored',
        imported: false,
        recovery_method: 'privy',
        confirming_chain: 'ethereum',
        created_at: kit.clock.nowMs(),
        confirmed_at: null,
      })
      .execute()
    const moved = await kit.call(api.sms.transfer, { body: { nonce, phoneNumber: number } }, ada)
    expect(moved.body.code).toBe('linked_to_another_user')
    expect((await linkPhone(number, ada)).body.code).toBe('linked_to_another_user')
  })

  test('LNK-16: fifty links of one account at once: exactly one user gets it', async () => {
    const number = newNumber()
    const two = [await newUser(), await newUser()]
    const bodies = await Promise.all(
      two.map(async (user) => {
        await kit.call(api.sms.init, { body: { phoneNumber: number } }, user)
        return { phoneNumber: number, code: kit.phones.codeFor(number) }
      }),
    )
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, index) =>
        kit.call(api.sms.link, { body: bodies[index % 2] as never }, two[index % 2]),
      ),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  })

  test('fifty transfers with one nonce: exactly one success', async () => {
    const { ada, number, nonce } = await offered()
    const answers = await Promise.all(
      Array.from({ length: 50 }, () =>
        kit.call(api.sms.transfer, { body: { nonce, phoneNumber: number } }, ada),
      ),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  })
})

describe('a notice', () => {
  const noticesTo = (address: string) =>
    kit.mailbox.mails.filter(({ to, subject }) => to === address && !/^\d{6} /.test(subject))

  test('goes to the address the user had, after each change', async () => {
    const ada = await newUser()
    const number = newNumber()
    await linkPhone(number, ada)
    await kit.deliverNotices()
    expect(noticesTo(ada.address).map(({ subject }) => subject)).toEqual([
      'A login was added to your Acme account',
    ])
    // One address gets one mail a minute.
    kit.clock.advance(60_000)
    const address = `moved-${users}@example.com`
    const body = { oldAddress: ada.address, newAddress: address, code: await codeFor(address, ada) }
    await kit.call(api.email.update, { body }, ada)
    await kit.deliverNotices()
    expect(noticesTo(ada.address).at(-1)?.text).toContain(
      'The email address of your Acme account was changed.',
    )
    expect(noticesTo(address)).toEqual([])
    kit.clock.advance(60_000)
    await kit.call(api.sms.unlink, { body: { phoneNumber: number } }, ada)
    await kit.deliverNotices()
    expect(kit.phones.messages.findLast(({ to }) => to === number)?.text).toBe(
      'A phone number was removed from your Acme account. If you didn’t do this, contact Acme now.',
    )
  })

  test('that cannot be sent changes nothing and is logged without the address', async () => {
    const ada = await newUser()
    await kit.db
      .updateTable('linked_account')
      .set({ data: JSON.stringify({ address: 'bounce@example.com' }) })
      .where('key', '=', ada.address)
      .execute()
    expect((await linkPhone(newNumber(), ada)).status).toBe(200)
    await kit.deliverNotices()
    const lines = kit.log.filter((line) => line.includes('notice_not_sent'))
    expect(lines).toHaveLength(1)
    expect(lines[0]).not.toContain('bounce')
  })
})

test('LNK-12: error: a user who has a second factor must have proven it a short time ago', async () => {
  const strict = await createTestKit()
  try {
    const ada = await strict.signIn()
    await listFactor(strict, ada.user.id)
    const email = 'b@example.com'
    const answers = await Promise.all([
      strict.call(api.email.link, { body: { email, code: '123456' } }, ada),
      strict.call(api.email.unlink, { body: { address: email } }, ada),
      strict.call(
        api.email.update,
        { body: { oldAddress: email, newAddress: email, code: '123456' } },
        ada,
      ),
      strict.call(api.email.transfer, { body: { nonce: 'n', email } }, ada),
    ])
    expect(answers.map(({ status, body }) => [status, body.code])).toEqual(
      Array(4).fill([401, 'missing_or_invalid_mfa']),
    )
  } finally {
    await strict.close()
  }
})
