import { headers, storageKeys } from '@sallyport/contract'
import { afterEach, describe, expect, test } from 'vitest'
import { ethereum, wallet } from '../index.js'
import { registeredKey } from '../test-kit/frame.js'
import { walletAccount } from '../test-kit/server.js'
import { cleanUp, setup } from '../test-kit/setup.js'
import { operate } from './operate.js'

const address = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const further = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const request = { method: 'personal_sign', params: ['hello', address] }

afterEach(cleanUp)

/**
 * A signed-in browser whose frame takes no token it was shown before `expire`, as after the server's clock moved on while
 * the browser's stood still.
 */
async function signedInLongAgo() {
  const world = await setup()
  const { server, frame } = world
  const stale = new Set<unknown>()
  const refused = { type: 'missing_or_invalid_token', message: '' }
  const answers: Record<string, () => unknown> = {
    'privy:wallets:create': () => {
      server.link(walletAccount('ethereum', address))
      return { address }
    },
    'privy:wallets:add': () => {
      server.link(walletAccount('ethereum', further, 1))
      return { address: further }
    },
    'privy:wallets:connect': () => ({ entropyId: address }),
    'privy:wallets:recover': () => ({ entropyId: address }),
    'privy:wallets:rpc': () => ({
      address,
      chainType: 'ethereum',
      response: { method: 'personal_sign', data: '0xsigned' },
    }),
  }
  for (const [event, answer] of Object.entries(answers)) {
    frame.handlers[event] = ({ accessToken }) => {
      if (stale.has(accessToken)) throw refused
      return answer()
    }
  }
  const client = await world.signedIn()
  const expire = () => {
    server.expireAccess()
    stale.add(client.session.tokens.access())
  }
  return { ...world, client, expire, refused }
}

describe('an operation of the frame whose token the server no longer takes', () => {
  test('creates with a fresh token', async () => {
    const { client, expire, frame } = await signedInLongAgo()
    expire()

    expect((await wallet.create(client, 'ethereum')).address).toBe(address)
    expect(frame.events()).toEqual(['privy:wallets:create', 'privy:wallets:create'])
  })

  test('adds with a fresh token', async () => {
    const { client, expire } = await signedInLongAgo()
    await wallet.create(client, 'ethereum')
    expire()

    const added = await wallet.create(client, 'ethereum', { createAdditional: true })

    expect(added.address).toBe(further)
  })

  test('connects with a fresh token, which signs as well', async () => {
    const { client, expire, frame, server } = await signedInLongAgo()
    const own = await wallet.create(client, 'ethereum')
    const before = server.count('POST /api/v1/sessions')
    expire()

    expect(await operate(client, own, request)).toBe('0xsigned')

    expect(server.count('POST /api/v1/sessions') - before).toBe(1)
    expect(frame.events().slice(1)).toEqual([
      'privy:wallets:connect',
      'privy:wallets:connect',
      'privy:wallets:rpc',
    ])
  })

  test('recovers with a fresh token', async () => {
    const { client, expire, frame } = await signedInLongAgo()
    const own = await wallet.create(client, 'ethereum')
    frame.handlers['privy:wallets:connect'] = () => {
      throw { type: 'wallet_not_on_device', message: '' }
    }
    expire()

    expect(await operate(client, own, request)).toBe('0xsigned')
  })

  test('signs with a fresh token when only the signing was refused', async () => {
    const { client, expire, frame } = await signedInLongAgo()
    const own = await wallet.create(client, 'ethereum')
    frame.handlers['privy:wallets:connect'] = () => ({ entropyId: address })
    expire()

    expect(await operate(client, own, request)).toBe('0xsigned')
    expect(frame.events().slice(2)).toEqual(['privy:wallets:rpc', 'privy:wallets:rpc'])
  })

  test('operations that are refused together share one refresh', async () => {
    const { client, expire, server } = await signedInLongAgo()
    const own = await wallet.create(client, 'ethereum')
    await wallet.connect(client, { address })
    const before = server.count('POST /api/v1/sessions')
    expire()

    await Promise.all([1, 2, 3].map(() => operate(client, own, request)))

    expect(server.count('POST /api/v1/sessions') - before).toBe(1)
  })

  test('error: asks no third time', async () => {
    const { client, frame, refused } = await signedInLongAgo()
    const own = await wallet.create(client, 'ethereum')
    frame.handlers['privy:wallets:rpc'] = () => {
      throw refused
    }

    await expect(operate(client, own, request)).rejects.toMatchObject({
      code: 'must_be_authenticated',
    })
    expect(frame.events().filter((event) => event === 'privy:wallets:rpc')).toHaveLength(2)
  })

  test('error: P1: a browser that did not log in itself is told to, and its next login names the frame’s key', async () => {
    const { client, frame, signedIn, server } = await signedInLongAgo()
    const own = await wallet.create(client, 'ethereum')
    frame.handlers['privy:wallets:rpc'] = () => {
      throw { type: 'login_required', message: 'Log in again' }
    }
    frame.handlers['sallyport:grant:key'] = () => ({ walletKey: registeredKey })
    frame.handlers['sallyport:grant:keep'] = () => ({})

    await expect(operate(client, own, request)).rejects.toMatchObject({ code: 'login_required' })

    expect(frame.events().filter((event) => event === 'privy:wallets:rpc')).toHaveLength(1)
    await signedIn()
    const logins = server.seen.filter(({ path }) => path.endsWith('/authenticate'))
    expect(logins.map((each) => each.headers[headers.walletKey])).toEqual(['ask', registeredKey])
  })

  test('error: another refusal is not repeated', async () => {
    const { client, frame } = await signedInLongAgo()
    const own = await wallet.create(client, 'ethereum')
    frame.handlers['privy:wallets:rpc'] = () => {
      throw { type: 'error', message: '' }
    }

    await expect(operate(client, own, request)).rejects.toMatchObject({ type: 'error' })
    expect(frame.events().filter((event) => event === 'privy:wallets:rpc')).toHaveLength(1)
  })

  test('error: a session that is over leaves no login and nothing stored', async () => {
    const { client, expire, server } = await signedInLongAgo()
    await wallet.create(client, 'ethereum')
    expire()
    server.failNext('POST /api/v1/sessions', {
      status: 401,
      body: {
        error: 'Missing or invalid token',
        code: 'missing_or_invalid_token',
        session_update_action: 'clear',
      },
    })
    const signed = ethereum
      .getProvider(client, address)
      .request({ method: 'personal_sign', params: ['0x68656c6c6f', address] })

    await expect(signed).rejects.toMatchObject({
      code: 4100,
      cause: { code: 'must_be_authenticated' },
    })
    expect(client.state.user).toBeNull()
    for (const key of [storageKeys.accessToken, storageKeys.refreshToken]) {
      expect(client.environment.storage.get(key)).toBeNull()
    }
  })
})
