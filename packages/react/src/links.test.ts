import { ApiError, type LinkedAccount } from '@sallyport/contract'
import { user as users } from '@sallyport/core'
import { describe, expect, test, vi } from 'vitest'
import { linkingOf } from './linking-actions.js'
import { type LinkSteps, proveLink, proveLinkHeadless } from './links.js'
import { createFakeKit } from './test-kit/fake-kit.js'
import { emailAccount, phoneAccount, wireUser } from './test-kit/samples.js'
import { standingClock } from './test-kit/standing-clock.js'

/** A kit with a logged-in user, and what the app was told. */
function setup(accounts: LinkedAccount[] = [phoneAccount]) {
  const fake = createFakeKit({ clock: standingClock(async () => {}) })
  fake.logIn(accounts)
  const told = vi.fn()
  fake.kit.events.add('linkAccount', {
    onSuccess: ({ linkMethod, linkedAccount }) => told('linked', linkMethod, linkedAccount),
    onError: (code, { linkMethod }) => told(code, linkMethod),
  })
  fake.kit.events.add('update', {
    onSuccess: ({ updateMethod, updatedAccount }) => told('updated', updateMethod, updatedAccount),
    onError: (code, { linkMethod }) => told(code, linkMethod),
  })
  return { ...fake, told }
}

const withEmail = users.fromWire({
  ...wireUser,
  linked_accounts: [phoneAccount, emailAccount('ada@example.com')],
})
const steps = (change: Partial<LinkSteps> = {}): LinkSteps => ({
  method: 'email',
  intent: 'link',
  run: async () => withEmail,
  transfer: async () => withEmail,
  ...change,
})
const offer = {
  nonce: 'nonce',
  subject: 'ada@example.com',
  account: { type: 'email', displayName: 'ada@example.com' },
  otherUser: { embeddedWalletAddress: '0x1' },
}
const refuse = (data?: Record<string, unknown>) => async () => {
  throw new ApiError('account_transfer_required', data === undefined ? {} : { data })
}

describe('linking', () => {
  test('tells the app of the account that is new', async () => {
    const { kit, told } = setup()
    const { name } = await proveLink(kit, steps())

    expect(name).toBe('linked')
    expect(told.mock.calls).toEqual([
      ['linked', 'email', expect.objectContaining({ address: 'ada@example.com' })],
    ])
  })

  test('an offer to move the account becomes a conflict, and the move is told as linked', async () => {
    const { kit, told } = setup()
    const transfer = vi.fn(async () => withEmail)
    const found = await proveLink(kit, steps({ run: refuse(offer), transfer }))
    if (found.name !== 'conflicted') throw new Error('The server made an offer')

    expect(found.value).toMatchObject({ account: offer.account, otherWallets: ['0x1'] })
    expect(told).not.toHaveBeenCalled()
    await found.value.transfer()
    expect(transfer).toHaveBeenCalledWith(expect.objectContaining({ nonce: 'nonce' }))
    expect(told).toHaveBeenCalledWith('linked', 'email', expect.anything())
  })

  test.each([
    ['without an offer', undefined],
    ['with half an offer', { nonce: 'nonce' }],
  ])('a refusal %s is thrown', async (_, data) => {
    const { kit } = setup()

    await expect(proveLink(kit, steps({ run: refuse(data) }))).rejects.toMatchObject({
      code: 'account_transfer_required',
    })
  })

  test('without the modal the app is told of failures as well', async () => {
    const { kit, told } = setup()
    const failing = proveLinkHeadless(kit, steps({ intent: 'update', run: refuse() }))

    await expect(failing).rejects.toThrow()
    expect(told.mock.calls).toEqual([['account_transfer_required', 'email']])
  })
})

describe('link and update functions', () => {
  test.each([
    ['linkPhone', 'cannot_link_more_of_type', 'sms'],
    ['updateEmail', 'linked_account_not_found', 'email'],
  ] as const)('%s that can’t work throws before any call', (name, code, method) => {
    const { kit, told, seen } = setup()
    const run = linkingOf(kit)[name]

    expect(run).toThrow(expect.objectContaining({ code }))
    expect(told.mock.calls).toEqual([[code, method]])
    expect(seen).toEqual([])
    expect(kit.modal.runs()).toEqual([])
  })

  test('linkEmail without a user throws', () => {
    const { kit } = setup([])
    kit.client.session.clear()

    expect(linkingOf(kit).linkEmail).toThrow(
      expect.objectContaining({ code: 'must_be_authenticated' }),
    )
  })

  test('linkWallet used as an event handler opens without options', () => {
    const { kit } = setup()
    linkingOf(kit).linkWallet({ nativeEvent: {} })

    expect(kit.modal.runs()[0]?.goal).toEqual({ goal: 'link', method: 'wallet', options: {} })
  })

  test('a modal that is closed tells the app why nothing was linked', async () => {
    const { kit, told } = setup()
    linkingOf(kit).linkEmail()
    kit.modal.closeAll()

    await vi.waitFor(() => expect(told.mock.calls).toEqual([['exited_link_flow', 'email']]))
  })
})
