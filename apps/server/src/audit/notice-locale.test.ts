import { api } from '@sallyport/contract'
import { type CallOptions, createTestKit, type SignedIn, type TestKit } from '@sallyport/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

let kit: TestKit
let people = 0
beforeAll(async () => {
  kit = await createTestKit({ app: { settings: { sms_auth: true } } })
})
afterAll(() => kit.close())

const week = 7 * 86_400_000
const from = (clientId: string, languages?: string): CallOptions => ({
  headers: {
    'privy-ca-id': clientId,
    ...(languages === undefined ? {} : { 'accept-language': languages }),
  },
})
const newAddress = () => `reader${++people}@example.com`
const newNumber = () => `+1555012${String(++people).padStart(4, '0')}`
const link = async (phoneNumber: string, { token }: SignedIn) => {
  await kit.call(api.sms.init, { body: { phoneNumber } }, { token })
  const body = { phoneNumber, code: kit.phones.codeFor(phoneNumber) }
  expect((await kit.call(api.sms.link, { body }, { token })).status).toBe(200)
}
/** The newest notice to an address, after its quiet minute. */
const noticeTo = async (address: string) => {
  kit.clock.advance(60_000)
  await kit.deliverNotices()
  return kit.mailbox.mails.findLast(({ to, subject }) => to === address && !/^\d{6}/.test(subject))
}
const inArabic = {
  subject: expect.stringMatching(/^[\u0600-\u06FF]/),
  html: expect.stringContaining('<html lang="ar" dir="rtl">'),
}
const inEnglish = {
  subject: expect.stringMatching(/^[A-Z\d]/),
  html: expect.stringContaining('<html lang="en" dir="ltr">'),
}

describe('a notice', () => {
  test('is in the language of the sign-up, by mail and text message', async () => {
    const [address, number] = [newAddress(), newNumber()]
    const user = await kit.signIn(address, from('one', 'ar-EG,ar;q=0.9,en;q=0.8'))
    await link(number, user)
    expect(await noticeTo(address)).toMatchObject({
      ...inArabic,
      subject: 'تمت إضافة طريقة دخول إلى حسابك في \u2068Acme\u2069',
      text: expect.stringContaining('تمت إضافة رقم هاتف إلى حسابك'),
    })

    await kit.call(api.sms.unlink, { body: { phoneNumber: number } }, { token: user.token })
    await noticeTo(address)
    expect(kit.phones.messages.findLast(({ to }) => to === number)?.text).toMatch(
      /^تمت إزالة رقم هاتف/,
    )
  })

  test('is in English for a user whose sign-up says no language, or one without texts', async () => {
    for (const languages of [undefined, 'fr']) {
      const address = newAddress()
      await link(newNumber(), await kit.signIn(address, from('one', languages)))
      expect(await noticeTo(address)).toMatchObject(inEnglish)
    }
  })

  test('is in English for users whom the back end of the app makes or logs in, whatever it accepts', async () => {
    const backEnd = { secret: kit.appSecret, origin: null, ...from('one', 'ar') }
    const imported = newAddress()
    const linked_accounts = [{ type: 'email' as const, address: imported }]
    const made = await kit.call(api.users.import, { body: { linked_accounts } }, backEnd)
    expect(made.status).toBe(200)
    const loggedIn = newAddress()
    await kit.signIn(loggedIn, backEnd)
    for (const address of [imported, loggedIn]) {
      await link(newNumber(), await kit.signIn(address))
      expect(await noticeTo(address)).toMatchObject(inEnglish)
    }
  })

  test('P8: a login on a new device does not change the language, however often the device logs in', async () => {
    const address = newAddress()
    await kit.signIn(address, from('own', 'en'))
    await kit.signIn(address, from('thief', 'ar'))
    await kit.signIn(address, from('thief', 'ar'))
    expect(await noticeTo(address)).toMatchObject({
      ...inEnglish,
      subject: 'A new device logged in to your Acme account',
    })
  })

  test('P8: a device that was logged out within seven days does not change it later', async () => {
    const address = newAddress()
    await kit.signIn(address, from('own', 'en'))
    const { token } = await kit.signIn(address, from('thief', 'ar'))
    await kit.call(api.session.logout, { body: {} }, { token })
    kit.clock.advance(week)
    await link(newNumber(), await kit.signIn(address, from('thief', 'ar')))
    expect(await noticeTo(address)).toMatchObject(inEnglish)
  })

  test('is in the language of a later login on a device that the user has used for seven days', async () => {
    const address = newAddress()
    await kit.signIn(address, from('own'))
    kit.clock.advance(week - 1)
    await link(newNumber(), await kit.signIn(address, from('own', 'ar')))
    expect(await noticeTo(address)).toMatchObject(inEnglish)

    await kit.signIn(address, from('own', 'ar'))
    await kit.signIn(address, from('own'))
    await kit.signIn(address, from('new', 'en'))
    expect(await noticeTo(address)).toMatchObject({
      ...inArabic,
      subject: 'تسجيل دخول من جهاز جديد إلى حسابك في \u2068Acme\u2069',
    })
  })

  test('the language is not told to clients', async () => {
    const { token, user } = await kit.signIn(newAddress(), from('one', 'ar'))
    const { body } = await kit.call(api.user.me, {}, { token })
    expect(JSON.stringify([user, body])).not.toMatch(/locale|"ar"/)
  })
})
