import { afterEach, describe, expect, test, vi } from 'vitest'
import { type RecoveryRequest, recovery, session, wallet } from '../index.js'
import { walletAccount } from '../test-kit/server.js'
import { cleanUp, setup } from '../test-kit/setup.js'

afterEach(cleanUp)

const missing = { type: 'wallet_not_on_device', message: '' }
const passcode = 'four random words here'

/** A user whose wallet opens with a passcode and is not on this device. */
async function withPasscode(asks = true) {
  const asked: RecoveryRequest[] = []
  const askForRecovery = (request: RecoveryRequest) => void asked.push(request)
  const world = await setup({}, asks ? { ui: async () => ({ askForRecovery }) } : {})
  const address = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
  const client = await world.signedIn()
  const account = walletAccount('ethereum', address)
  world.server.link(Object.assign(account, { recovery_method: 'user-passcode' }))
  await client.session.refresh()
  let isHere = false
  world.frame.handlers['privy:wallets:connect'] = ({ entropyId }) => {
    if (!isHere) throw missing
    return { entropyId }
  }
  world.frame.handlers['privy:wallets:recover'] = ({ entropyId, recoveryPassword }) => {
    if (recoveryPassword !== passcode) throw { type: 'invalid_recovery_pin', message: '' }
    isHere = true
    return { entropyId }
  }
  const asking = () => vi.waitFor(() => expect(asked).toHaveLength(1))
  return { ...world, client, address, asked, asking }
}

describe('a wallet with a passcode that is not on this device', () => {
  test('waits for the passcode, takes another one after a wrong one, and opens', async () => {
    const { client, address, asked, asking } = await withPasscode()
    const opened = wallet.connect(client, { address })
    await asking()
    const [request] = asked
    await expect(request?.submit('wrong')).rejects.toMatchObject({ type: 'invalid_recovery_pin' })
    expect(request?.phase).toBe('asking')
    await request?.submit(passcode)

    await opened
    expect(request?.phase).toBe('recovered')
    expect(wallet.isConnected(client, address)).toBe(true)
  })

  test('asks once for operations that wait at the same time', async () => {
    const { client, address, asked, asking } = await withPasscode()
    const both = Promise.all([1, 2].map(() => wallet.connect(client, { address })))
    await asking()
    await asked[0]?.submit(passcode)

    await both
    expect(asked).toHaveLength(1)
  })

  test('rejects what waits when the user gives up, and asks anew the next time', async () => {
    const { client, address, asked, asking } = await withPasscode()
    const opened = wallet.connect(client, { address })
    await asking()
    asked[0]?.cancel()

    await expect(opened).rejects.toMatchObject({ code: 4001 })
    await expect(asked[0]?.submit(passcode)).rejects.toMatchObject({ code: 4001 })
    void wallet.connect(client, { address }).catch(() => undefined)
    await vi.waitFor(() => expect(asked).toHaveLength(2))
  })

  test('gives up when the user logs out', async () => {
    const { client, address, asking } = await withPasscode()
    const opened = wallet.connect(client, { address })
    opened.catch(() => undefined)
    await asking()
    await session.logout(client)

    await expect(opened).rejects.toMatchObject({ code: 4001 })
  })

  test('is not supported where nothing can ask', async () => {
    const { client, address } = await withPasscode(false)

    await expect(wallet.connect(client, { address })).rejects.toMatchObject({
      code: 'recovery_not_supported',
    })
  })

  test('is restored without a screen by recover', async () => {
    const { client, address } = await withPasscode(false)
    const wrong = recovery.recover(client, {
      address,
      recovery: { method: 'user-passcode', passcode: 'wrong' },
    })
    await expect(wrong).rejects.toMatchObject({ type: 'invalid_recovery_pin' })
    await recovery.recover(client, { address, recovery: { method: 'user-passcode', passcode } })

    await wallet.connect(client, { address })
  })
})

test('setting a passcode opens the wallet, names the method it replaces and reads the account anew', async () => {
  const { client, address, asked, asking, frame } = await withPasscode()
  frame.handlers['privy:wallets:set-recovery'] = ({ entropyId, entropyIdVerifier }) => ({
    entropyId,
    entropyIdVerifier,
    recoveryMethod: 'user-passcode',
  })
  const changed = recovery.setPasscode(client, { address, passcode: 'another long passcode' })
  await asking()
  await asked[0]?.submit(passcode)

  expect(await changed).toMatchObject({ address, recoveryMethod: 'user-passcode' })
  expect(frame.posts.at(-1)?.data).toMatchObject({
    existingRecoveryMethod: 'user-passcode',
    recoveryMethod: 'user-passcode',
    recoveryPassword: 'another long passcode',
  })
})

test('automatic recovery is set with the secret of the recovery that it replaces', async () => {
  const { client, address, asked, asking, frame } = await withPasscode()
  frame.handlers['privy:wallets:set-recovery'] = ({ entropyId, entropyIdVerifier }) => ({
    entropyId,
    entropyIdVerifier,
    recoveryMethod: 'privy',
  })
  const present = { method: 'user-passcode', passcode } as const
  const changed = recovery.setRecovery(client, { address, recovery: { method: 'privy', present } })
  await asking()
  await asked[0]?.submit(passcode)
  await changed

  expect(frame.posts.at(-1)?.data).toMatchObject({
    existingRecoveryMethod: 'user-passcode',
    recoveryMethod: 'privy',
    recoveryPassword: passcode,
  })
})

test.each(['ada@example.com', 'Ada.Example', 'exampleexample1', 'ada example 2024!'])(
  'REC-07: error: a passcode of the user’s own data is refused: %s',
  async (passcode) => {
    const { client, address, frame } = await withPasscode()
    const refused = recovery.setPasscode(client, { address, passcode })

    await expect(refused).rejects.toMatchObject({ type: 'invalid_request_arguments' })
    const create = wallet.createWallets(client, {
      chainTypes: ['ethereum'],
      recovery: { method: 'user-passcode', passcode },
    })
    // The user has this wallet, so that nothing is created.
    expect(await create).toHaveLength(1)
    expect(frame.posts.filter(({ event }) => event === 'privy:wallets:set-recovery')).toEqual([])
  },
)
