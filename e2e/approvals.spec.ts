import { expect, type Page, test } from '@playwright/test'
import { findings } from './axe.js'
import { advance } from './expired-session.js'
import { codeFor, codesOf, dev, signIn } from './person.js'
import { addAuthenticatorApp, currentCode } from './second-factors.js'

const approver = 'treasurer@example.com'

/** Plays a payment of the treasury in the workbench, and opens the page on which it is approved. */
async function openApproval(page: Page): Promise<Page> {
  await page.goto(`${dev.dashboardUrl}/wallets`)
  await page.getByRole('button', { name: /^Pay from the treasury/ }).click()
  await expect(page.getByText('Waiting for approval')).toBeVisible()
  const opened = page.waitForEvent('popup')
  await page.getByRole('link', { name: 'Open the approval page' }).first().click()
  return opened
}

async function logIn(page: Page): Promise<void> {
  const seen = (await codesOf(approver)).length
  await page.getByLabel('Email').fill(approver)
  await page.getByRole('button', { name: 'Send code' }).click()
  await page.getByLabel('Six-digit code').fill(await codeFor(approver, seen))
  await page.getByRole('button', { name: 'Log in' }).click()
}

test('the workbench plays an allowed payment, a refused one and one that waits', async ({
  page,
}) => {
  await page.goto(`${dev.dashboardUrl}/wallets`)
  await expect(page.getByRole('heading', { name: 'Policy “Payouts”' })).toBeVisible()
  await page.getByRole('button', { name: /^Pay 0.01 ETH/ }).click()
  await expect(page.getByText('Signed within the policy, and sent')).toBeVisible()
  await expect(page.getByText(/^0.04 ETH of 0.05 ETH left$/)).toBeVisible()
  await page.getByRole('button', { name: /^Pay 0.1 ETH/ }).click()
  await expect(page.getByText('policy_violation')).toBeVisible()
  await expect(page.getByText(/^0.04 ETH of 0.05 ETH left$/)).toBeVisible()

  await page.getByRole('button', { name: /^Pay from the treasury/ }).click()
  await expect(page.getByText('1 of 2 approvals').first()).toBeVisible()
  await page.screenshot({ path: test.info().outputPath('workbench.png'), fullPage: true })
  expect((await findings(page)).violations).toEqual([])
  await page.getByRole('button', { name: 'Approve by the second key' }).first().click()
  await expect(page.getByText('The second key has approved: executed')).toBeVisible()
})

test('a member of a quorum approves on the page of the auth origin', async ({ page }) => {
  const approval = await openApproval(page)
  await expect(approval.getByRole('heading', { name: /needs an approval$/ })).toBeVisible()
  expect((await findings(approval)).violations).toEqual([])
  await approval.screenshot({ path: test.info().outputPath('login.png') })
  await logIn(approval)

  await expect(approval.getByText('1 of 2 needed')).toBeVisible()
  expect((await findings(approval)).violations).toEqual([])
  await approval.screenshot({ path: test.info().outputPath('request.png') })
  await approval.getByRole('button', { name: 'Approve' }).click()
  await expect(approval.getByText('Approved and done.')).toBeVisible()
  await approval.screenshot({ path: test.info().outputPath('done.png') })
})

test('a rejection is asked for twice, and ends the request', async ({ page }) => {
  const approval = await openApproval(page)
  await logIn(approval)
  await approval.getByRole('button', { name: 'Reject' }).click()
  await approval.getByRole('button', { name: 'Back' }).click()
  await approval.getByRole('button', { name: 'Reject' }).click()
  await approval.getByRole('button', { name: 'Reject it' }).click()
  await expect(approval.getByText('The request was rejected.')).toBeVisible()
  await expect(page.getByText('Rejected').first()).toBeVisible()
})

// The last one of this file: the member has a second step from here on.
test('a member with an authenticator app proves it before the approval counts, and is logged out after', async ({
  context,
  page,
}) => {
  await signIn(page, approver)
  const secret = await addAuthenticatorApp(page)
  // A code that was used is not taken again.
  await advance(60_000)
  const approval = await openApproval(page)
  const loggedOut = context.waitForEvent('response', (response) =>
    response.url().endsWith('/approvals/logout'),
  )
  await logIn(approval)
  await approval.getByRole('button', { name: 'Approve' }).click()
  await expect(approval.getByRole('heading', { name: 'Verify it’s you' })).toBeVisible()
  expect((await findings(approval)).violations).toEqual([])
  await approval.screenshot({ path: test.info().outputPath('factor.png') })

  const code = approval.getByLabel('Code from your authenticator app')
  await code.fill('000000')
  await approval.getByRole('button', { name: 'Verify' }).click()
  // A press while the refusal is awaited would do nothing.
  await expect(approval.getByRole('alert')).not.toBeEmpty()
  await expect(approval.getByText('Approved and done.')).toBeHidden()
  await code.fill(await currentCode(secret))
  await approval.getByRole('button', { name: 'Verify' }).click()
  await expect(approval.getByText('Approved and done.')).toBeVisible()
  expect((await loggedOut).status()).toBe(200)
})
