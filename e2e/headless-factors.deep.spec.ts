import { expect, type Page, test } from '@playwright/test'
import { verifyMessage } from 'viem'
import { addAuthenticator } from './authenticator.js'
import { confirmInWallet } from './enforced.js'
import { advance, hourMs } from './expired-session.js'
import { demandOf, openHeadlessPage, signingOf, startSigning } from './headless-page.js'
import { newAddress, newNumber } from './new-names.js'
import { codeFor, watchNoise } from './person.js'
import { currentCode, withoutRefusals } from './second-factors.js'

test.setTimeout(180_000)

/** Logs in and makes a wallet by hooks; gives its address. */
async function logIn(page: Page): Promise<string> {
  const address = newAddress()
  await page.evaluate((email) => globalThis.hooks.email.sendCode({ email }), address)
  const code = await codeFor(address)
  await page.evaluate((given) => globalThis.hooks.email.loginWithCode({ code: given }), code)
  await page.waitForFunction(() => globalThis.hooks.kit.authenticated)
  return page.evaluate(async () => (await globalThis.hooks.kit.createWallet()).address)
}

/** Adds an authenticator app by hooks; gives its secret. */
async function enrolApp(page: Page): Promise<string> {
  const { secret, authUrl } = await page.evaluate(() =>
    globalThis.hooks.enrollment.initEnrollmentWithTotp(),
  )
  expect(authUrl).toContain(`secret=${secret}`)
  const submit = (mfaCode: string) =>
    page.evaluate(
      (given) =>
        globalThis.hooks.enrollment.submitEnrollmentWithTotp({ mfaCode: given }).then(
          () => 'added',
          (error) => error.type,
        ),
      mfaCode,
    )
  expect(await submit('000000')).toBe('invalid_credentials')
  expect(await submit(await currentCode(secret))).toBe('added')
  await expectMethods(page, ['totp'])
  return secret
}

const expectMethods = (page: Page, methods: string[]) =>
  expect
    .poll(() => page.evaluate(() => globalThis.hooks.kit.user?.mfaMethods.toSorted()))
    .toEqual(methods.toSorted())

/** Submits a code for the operation that waits; the type of the refusal, if it is refused. */
const submitCode = (page: Page, method: 'totp' | 'sms', code: string) =>
  page.evaluate(
    ([name, given]) =>
      globalThis.hooks.mfa.submit(name, given).then(
        () => undefined,
        (error) => String(error.type),
      ),
    [method, code] as const,
  )

/** A signature is asked for an hour later; `prove` proves the factor once the listener was told. */
async function expectSignedOnlyWith(
  page: Page,
  { address, methods }: { address: string; methods: string[] },
  prove: () => Promise<unknown>,
): Promise<void> {
  await advance(hourMs)
  await startSigning(page)
  expect((await demandOf(page)).toSorted()).toEqual(methods.toSorted())
  expect(await signingOf(page)).toBeUndefined()
  await prove()
  await expect.poll(async () => (await signingOf(page))?.signature).toMatch(/^0x/)
  const signature = (await signingOf(page))?.signature as `0x${string}` // just matched
  const signed = { address: address as `0x${string}`, message: 'Book my berth', signature }
  expect(await verifyMessage(signed)).toBe(true)
}

test('a page without our screens adds every kind of factor by hooks, and signs with each', async ({
  context,
  page,
}) => {
  const noise = watchNoise(context)
  const authenticator = await addAuthenticator(page)
  const host = await openHeadlessPage(page)
  const address = await logIn(page)
  const secret = await enrolApp(page)
  const byApp = async () =>
    expect(await submitCode(page, 'totp', await currentCode(secret))).toBe(undefined)

  await test.step('authenticator app', async () => {
    await expectSignedOnlyWith(page, { address, methods: ['totp'] }, async () => {
      expect(await submitCode(page, 'totp', '000000')).toBe('missing_or_invalid_mfa')
      expect(await signingOf(page)).toBeUndefined()
      await byApp()
    })
  })

  await test.step('text message', async () => {
    const phoneNumber = `+1${newNumber()}`
    await page.evaluate(
      (given) => globalThis.hooks.enrollment.initEnrollmentWithSms({ phoneNumber: given }),
      phoneNumber,
    )
    const mfaCode = await codeFor(phoneNumber)
    await page.evaluate((given) => globalThis.hooks.enrollment.submitEnrollmentWithSms(given), {
      phoneNumber,
      mfaCode,
    })
    await expectMethods(page, ['totp', 'sms'])
    await expectSignedOnlyWith(page, { address, methods: ['totp', 'sms'] }, async () => {
      await page.evaluate(() => globalThis.hooks.mfa.init('sms'))
      expect(await submitCode(page, 'sms', await codeFor(phoneNumber, 1))).toBe(undefined)
    })
  })

  await test.step('passkey', async () => {
    let linking: Promise<unknown> | undefined
    await authenticator.confirmNext(async () => {
      linking = page.evaluate(() => globalThis.hooks.passkey.linkWithPasskey())
    })
    await confirmInWallet(page, /Add a way to log in/)
    await linking
    await page.evaluate(async () => {
      const { kit, enrollment } = globalThis.hooks
      const accounts = kit.user?.linkedAccounts ?? []
      const credentialIds = accounts.flatMap(({ type, credentialId }) =>
        type === 'passkey' ? [String(credentialId)] : [],
      )
      await enrollment.initEnrollmentWithPasskey()
      await enrollment.submitEnrollmentWithPasskey({ credentialIds })
    })
    const methods = ['totp', 'sms', 'passkey']
    await expectMethods(page, methods)
    await expectSignedOnlyWith(page, { address, methods }, () =>
      authenticator.confirmNext(() =>
        page.evaluate(async () => {
          const { mfa } = globalThis.hooks
          const options = await mfa.init('passkey')
          if (options === undefined) throw new Error('There are no options')
          await mfa.submit('passkey', options)
        }),
      ),
    )
  })

  await test.step('each is removed, and no factor is asked for after the last', async () => {
    await page.evaluate(() => globalThis.hooks.enrollment.unenrollWithPasskey())
    await page.evaluate(() => globalThis.hooks.enrollment.unenrollWithSms())
    await expectMethods(page, ['totp'])
    await page.evaluate(() => globalThis.hooks.enrollment.unenrollWithTotp())
    await expectMethods(page, [])
    await startSigning(page)
    await expect.poll(async () => (await signingOf(page))?.signature).toMatch(/^0x/)
    expect(await page.evaluate(() => globalThis.asked)).toEqual([])
  })
  await expect(page.getByRole('dialog')).toHaveCount(0)
  expect(withoutRefusals(noise)).toEqual([])
  host.close()
})

test('MFA-01: a page that shows no screen and proves nothing gets no signature', async ({
  page,
}) => {
  const host = await openHeadlessPage(page)
  await logIn(page)
  const secret = await enrolApp(page)
  await advance(hourMs)

  // As a user who rejects the request (EIP-1193).
  await test.step('it gives up', async () => {
    await startSigning(page)
    await demandOf(page)
    await page.evaluate(() => globalThis.hooks.mfa.cancel())
    await expect.poll(() => signingOf(page)).toEqual({ refused: '4001' })
  })

  await test.step('it guesses three times', async () => {
    await startSigning(page)
    await demandOf(page)
    const wrong = 'missing_or_invalid_mfa'
    const last = 'mfa_verification_max_attempts_reached'
    for (const answer of [wrong, wrong, last])
      expect(await submitCode(page, 'totp', '000000')).toBe(answer)
    await expect.poll(() => signingOf(page)).toEqual({ refused: 'too many tries' })
    expect(await submitCode(page, 'totp', await currentCode(secret))).not.toBe(undefined)
    expect(await signingOf(page)).toEqual({ refused: 'too many tries' })
  })

  await test.step('it answers nothing for five minutes', async () => {
    await page.clock.install()
    await startSigning(page)
    await demandOf(page)
    await page.clock.fastForward(5 * 60_000 + 1000)
    await expect.poll(() => signingOf(page)).toEqual({ refused: 'too late' })
  })
  await expect(page.getByRole('dialog')).toHaveCount(0)
  host.close()
})
