import { expect, test } from '@playwright/test'
import { addAuthenticator } from './authenticator.js'
import { advance, hourMs } from './expired-session.js'
import { newAddress, newNumber } from './new-names.js'
import { codeFor, signIn, watchNoise } from './person.js'
import {
  addNewPasskey,
  addTextMessages,
  closeModal,
  currentCode,
  enrolAuthenticatorApp,
  expectSigned,
  keepCodes,
  openTwoStep,
  signUntilFactor,
  topDialog,
  usePasskey,
  withoutRefusals,
} from './second-factors.js'

test.setTimeout(180_000)

test('a phone number is added, and a signature an hour later goes on with the code sent to it', async ({
  context,
  page,
}) => {
  const noise = watchNoise(context)
  const digits = newNumber()
  await signIn(page, newAddress())
  await openTwoStep(page, { isFirst: true })
  await addTextMessages(page, digits)
  await keepCodes(page)
  await closeModal(page)

  await advance(hourMs)
  const dialog = await signUntilFactor(page)
  await dialog.getByLabel('Six-digit code').fill(await codeFor(`+1${digits}`, 1))
  await expectSigned(page)
  expect(withoutRefusals(noise)).toEqual([])
})

test('a new passkey is added and used; removed with a warning it stays a login, and is added again', async ({
  context,
  page,
}) => {
  const noise = watchNoise(context)
  const authenticator = await addAuthenticator(page)
  await signIn(page, newAddress())
  await openTwoStep(page, { isFirst: true })
  await addNewPasskey(page, authenticator)
  await keepCodes(page)
  await closeModal(page)

  await advance(hourMs)
  await signUntilFactor(page)
  await usePasskey(page, authenticator)
  await expectSigned(page)

  await openTwoStep(page, { isFirst: false })
  await topDialog(page)
    .getByRole('button', { name: /Passkey/ })
    .click()
  await expect(topDialog(page).getByText('This is your only second step.')).toBeVisible()
  await expect(
    topDialog(page).getByText('Your passkeys stay: you can still log in with them.', {
      exact: true,
    }),
  ).toBeVisible()
  await topDialog(page).getByRole('button', { name: 'Remove', exact: true }).click()
  await expect(
    topDialog(page).getByRole('heading', { name: 'Two-step verification' }),
  ).toBeVisible()
  await topDialog(page)
    .getByRole('button', { name: /Passkey/ })
    .click()
  await topDialog(page)
    .getByRole('button', { name: /Last used on/ })
    .click()
  // It was just proven.
  await keepCodes(page)
  await closeModal(page)
  expect(await authenticator.count()).toBe(1)

  await advance(hourMs)
  await signUntilFactor(page)
  await usePasskey(page, authenticator)
  await expectSigned(page)
  expect(withoutRefusals(noise)).toEqual([])
})

test('another way is used and asked for first the next time; a recovery code works once', async ({
  context,
  page,
}) => {
  const noise = watchNoise(context)
  const digits = newNumber()
  await signIn(page, newAddress())
  await openTwoStep(page, { isFirst: true })
  const secret = await enrolAuthenticatorApp(page)
  const [code = ''] = await keepCodes(page)
  await addTextMessages(page, digits)
  await closeModal(page)

  await advance(hourMs)
  const dialog = await signUntilFactor(page)
  await expect(dialog.getByText('Enter the code from your authenticator app.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Use another way' }).click()
  await dialog.getByRole('button', { name: /Text message/ }).click()
  await dialog.getByLabel('Six-digit code').fill(await codeFor(`+1${digits}`, 1))
  await expectSigned(page)

  const useRecoveryCode = async () => {
    await advance(hourMs)
    const asking = await signUntilFactor(page)
    await expect(asking.getByText('We sent a code to your phone.')).toBeVisible()
    await asking.getByRole('button', { name: 'Use another way' }).click()
    await asking.getByRole('button', { name: /Recovery code/ }).click()
    await asking.getByLabel('Recovery code').fill(code)
    await asking.getByRole('button', { name: 'Confirm' }).click()
    return asking
  }
  await useRecoveryCode()
  await expectSigned(page)
  const asking = await useRecoveryCode()
  await expect(asking.getByRole('alert')).toContainText('2 tries left')
  await asking.getByRole('button', { name: 'Use another way' }).click()
  await asking.getByRole('button', { name: /Authenticator app/ }).click()
  await asking.getByLabel('Six-digit code').fill(await currentCode(secret))
  await expectSigned(page)
  expect(withoutRefusals(noise)).toEqual([])
})
