// @vitest-environment happy-dom
import { cleanup, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { refuse } from '../../test-kit/answers.js'
import { setup } from '../../test-kit/mount-screen.js'
import { scenes } from './account-apps.scenes.js'

/* What the account sheet says of wallets that the app may use without asking. */

const { accounts = [], answers } = scenes.standing ?? {}
const list = '/wallets/delegations'
afterEach(cleanup)

test('says the limits that the user was shown, and when each wallet was last used', async () => {
  await setup('ACCOUNT_APPS_SCREEN', {}, { accounts, ...answers })

  const right = await screen.findByText(
    /Send up to 0\.01 ETH in 24 hours, fees included, on Base\./,
  )
  expect(right.closest('li')?.textContent).toContain('Last used')
  const other = screen.getByText(
    'Send up to 1.5 SOL in 24 hours, fees included, on Solana. To any address.',
  )
  expect(other.closest('li')?.textContent).toContain('Not used yet')
  expect(screen.getByRole('button', { name: /^Stop / })).toBeTruthy()
})

test('error: where the list can’t be read, the wallets and the button are there', async () => {
  await setup('ACCOUNT_APPS_SCREEN', {}, { accounts, server: { [list]: refuse('internal_error') } })

  await screen.findByText('Its server may use these wallets within the limits you were shown.')
  expect(screen.getByRole('button', { name: /^Stop / })).toBeTruthy()
})
