// @vitest-environment happy-dom
import { user as users } from '@sallyport/core'
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { en } from '../../copy/en.js'
import { expiredLogin } from '../../test-kit/answers.js'
import { press, settle, setup } from '../../test-kit/mount-screen.js'
import { login as finished, walletAccounts, wireUser } from '../../test-kit/samples.js'

const login = { ...finished, user: { ...finished.user, hasAcceptedTerms: false } }

afterEach(cleanup)

describe('AFFIRMATIVE_CONSENT_SCREEN', () => {
  test('needs the tick, passes the changed user on, and closing does not skip it', async () => {
    const changed = users.fromWire({ ...wireUser, linked_accounts: walletAccounts })
    const { end, guard } = await setup('AFFIRMATIVE_CONSENT_SCREEN', { login })
    await waitFor(() => expect(guard()).toBe('never'))
    expect(
      (screen.getByRole('button', { name: en.consent.accept }) as HTMLButtonElement).disabled,
    ).toBe(true)
    fireEvent.click(screen.getByRole('checkbox'))
    press(en.consent.accept)

    await waitFor(() =>
      expect(end).toHaveBeenCalledWith('accepted', { login: { ...login, user: changed } }),
    )
  })

  test('no thanks logs out', async () => {
    const { kit, end, inputsOf } = await setup('AFFIRMATIVE_CONSENT_SCREEN', { login })
    press(en.consent.decline)

    await waitFor(() => expect(end).toHaveBeenCalledWith('declined', {}))
    expect(kit.client.state.user).toBeNull()
    expect(inputsOf('/sessions/logout')).toHaveLength(1)
  })

  test('a login that expires before the terms are accepted has failed', async () => {
    const { end } = await setup('AFFIRMATIVE_CONSENT_SCREEN', { login }, expiredLogin)
    screen.getByRole('checkbox').click()
    await settle()
    press(en.consent.accept)

    await vi.waitFor(() =>
      expect(end.mock.calls).toEqual([['failed', { code: 'missing_or_invalid_token' }]]),
    )
  })
})
