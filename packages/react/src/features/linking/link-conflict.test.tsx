// @vitest-environment happy-dom
import { user as users } from '@sallyport/core'
import { cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { enAccount } from '../../copy/en-account.js'
import type { LinkConflict } from '../../flow/screens.js'
import { press, setup } from '../../test-kit/mount-screen.js'
import { friend, phoneAccount, wireUser } from '../../test-kit/samples.js'

afterEach(cleanup)

const { link: texts } = enAccount
const linked = { user: users.fromWire(wireUser), method: 'email', account: null } as const

async function open(otherWallets: readonly string[]) {
  const transfer = vi.fn(async () => linked)
  const conflict: LinkConflict = {
    method: 'email',
    account: { type: 'email', displayName: 'ada@harbour.example' },
    otherWallets,
    transfer,
  }
  const mounted = await setup('LINK_CONFLICT_SCREEN', { conflict }, { accounts: [phoneAccount] })
  await screen.findByRole('heading', { level: 2 })
  return { ...mounted, transfer }
}

describe('LINK_CONFLICT_SCREEN', () => {
  test('moves an account from a user without a wallet', async () => {
    const { end } = await open([])
    press(texts.move)

    await vi.waitFor(() => expect(end).toHaveBeenCalledWith('linked', linked))
  })

  test('asks for a confirmation before a user with a wallet is deleted', async () => {
    const { transfer } = await open([friend])
    press(texts.move)
    expect(transfer).not.toHaveBeenCalled()

    fireEvent.click(screen.getByRole('checkbox'))
    press(texts.move)
    await vi.waitFor(() => expect(transfer).toHaveBeenCalledTimes(1))
  })

  test('shows what each of the two accounts holds, wallets with their balances', async () => {
    await open([friend])
    const [own, other] = screen.getAllByRole('heading', { level: 3 })
    expect(own?.textContent).toBe(texts.thisAccount)
    expect(own?.parentElement?.textContent).toContain('+12015550123')
    expect(other?.textContent).toBe(texts.otherAccount)
    expect(other?.parentElement?.textContent).toContain('ada@harbour.example')

    await vi.waitFor(() => expect(other?.parentElement?.textContent).toMatch(/\d ETH/))
  })

  test('leaves the account where it is', async () => {
    const { end, transfer } = await open([friend])
    press(texts.keep)

    expect(end).toHaveBeenCalledWith('kept', {})
    expect(transfer).not.toHaveBeenCalled()
  })
})
