// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { refuse } from '../../test-kit/answers.js'
import { setup } from '../../test-kit/mount-screen.js'
import { scenes } from './account-apps.scenes.js'

/* What the account sheet says of programs that may act with a wallet. */

const { accounts = [], answers } = scenes.programs ?? {}
const end = '/device/grants/00000000-0000-4000-8000-000000000001/end'
const none = { '/cross_app/grants': () => ({ grants: [] }) }
afterEach(cleanup)

const open = (server: object = {}) =>
  setup(
    'ACCOUNT_APPS_SCREEN',
    {},
    {
      accounts,
      server: { ...answers?.server, ...none, ...server },
    },
  )

test('says what each may do, what is left, when it was used and when it ends', async () => {
  await open()

  const agent = (await screen.findByText('Shopping agent')).closest('li')?.textContent
  expect(agent).toContain('0.005 of 0.02 ETH left in 24 hours')
  expect(agent).toMatch(/Last used .+ · Until /)
  const reader = screen.getByText('Bookkeeper').closest('li')?.textContent
  expect(reader).toContain('Reads only')
  expect(reader).toContain('Not used yet')
  expect(screen.queryByText(/No app can use your wallets/)).toBeNull()
})

test('ends one after its button was pressed twice', async () => {
  await open({ [end]: () => ({ success: true }) })

  fireEvent.click(await screen.findByRole('button', { name: 'Stop Shopping agent' }))
  fireEvent.click(screen.getByRole('button', { name: 'End what Shopping agent may do now' }))
  await waitFor(() => expect(screen.queryByText('Shopping agent')).toBeNull())
  expect(screen.getByText('Bookkeeper')).toBeTruthy()
})

test('error: says when it could not be ended, and keeps it', async () => {
  await open({ [end]: refuse('internal_error') })

  fireEvent.click(await screen.findByRole('button', { name: 'Stop Shopping agent' }))
  fireEvent.click(screen.getByRole('button', { name: 'End what Shopping agent may do now' }))
  expect(await screen.findByRole('alert')).toBeTruthy()
  expect(screen.getByText('Shopping agent')).toBeTruthy()
})
