import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { siwe, siws } from '../index.js'
import { testWallet } from '../test-kit/server.js'
import { cleanUp, setup } from '../test-kit/setup.js'

const solanaAddress = '4Nd1mBQtrMJVYVfKf2PJy9NZUZdTAsp7D4xWLs4gDB4T'
beforeEach(() => {
  vi.stubGlobal('location', { host: 'app.example:8443', origin: 'https://app.example:8443' })
})
afterEach(async () => {
  vi.unstubAllGlobals()
  await cleanUp()
})

const begin = async () => {
  const { tab, server, clock } = await setup()
  const client = tab()
  await client.start()
  const bodies = (path: string) =>
    server.seen.filter((each) => each.path.endsWith(path)).map(({ body }) => body)
  return { client, clock, bodies }
}

describe('login with an Ethereum wallet', () => {
  test('writes the message for this page, with the server’s spelling of the address and its time', async () => {
    const { client, clock, bodies } = await begin()
    const address = testWallet.toLowerCase()
    const request = { address, chainId: 'eip155:8453', captchaToken: 'captcha' } as const
    const message = await siwe.createMessage(client, request)

    expect(message.split('\n')).toEqual([
      'app.example:8443 wants you to sign in with your Ethereum account:',
      testWallet,
      '',
      'Signing proves that you own this wallet. It is free and sends no transaction.',
      '',
      'URI: https://app.example:8443',
      'Version: 1',
      'Chain ID: 8453',
      'Nonce: nonce12345678',
      `Issued At: ${new Date(clock.nowMs()).toISOString()}`,
    ])
    expect(bodies('/siwe/init')).toEqual([{ address, token: 'captcha' }])
  })

  test('logs in with the signature and says what is known of the wallet', async () => {
    const { client, bodies } = await begin()
    const request = { address: testWallet, chainId: 'eip155:1' } as const
    const message = await siwe.createMessage(client, request)
    const login = await siwe.login(client, {
      message,
      signature: '0x12',
      chainId: 'eip155:1',
      walletClientType: 'metamask',
      disableSignup: true,
    })
    expect(login).toMatchObject({
      loginMethod: 'siwe',
      loginAccount: { type: 'wallet', address: testWallet },
    })
    expect(bodies('/siwe/authenticate')).toEqual([
      {
        message,
        signature: '0x12',
        chainId: 'eip155:1',
        walletClientType: 'metamask',
        connectorType: null,
        mode: 'no-signup',
      },
    ])
  })

  test('gives a nonce for a message of the app’s own, with and without an address', async () => {
    const { client, bodies } = await begin()
    expect(await siwe.createNonce(client)).toBe('nonce12345678')
    await siwe.createNonce(client, { address: testWallet })
    expect(bodies('/siwe/init')).toEqual([{}, { address: testWallet }])
  })

  test('error: a wrong signature logs no user in', async () => {
    const { client } = await begin()
    const attempt = { message: 'x', signature: '0xbad0' }
    await expect(siwe.login(client, attempt)).rejects.toMatchObject({ code: 'invalid_credentials' })
    expect(client.state.user).toBeNull()
  })
})

describe('login with a Solana wallet', () => {
  test('writes the message and logs in', async () => {
    const { client, bodies } = await begin()
    const message = await siws.createMessage(client, { address: solanaAddress })
    expect(message.split('\n').slice(0, 8)).toEqual([
      'app.example:8443 wants you to sign in with your Solana account:',
      solanaAddress,
      '',
      `Signing proves that you own ${solanaAddress}. It is free and sends no transaction.`,
      '',
      'URI: https://app.example:8443',
      'Version: 1',
      'Chain ID: mainnet',
    ])
    const login = await siws.login(client, {
      message,
      signature: 'c2ln',
      connectorType: 'solana_adapter',
    })
    expect(login).toMatchObject({
      loginMethod: 'siws',
      loginAccount: { type: 'wallet', address: solanaAddress },
    })
    expect(bodies('/siws/authenticate')).toEqual([
      {
        message,
        signature: 'c2ln',
        walletClientType: null,
        connectorType: 'solana_adapter',
        message_type: 'plain',
        mode: 'login-or-sign-up',
      },
    ])
  })

  test('says what a hardware wallet signed', async () => {
    const { client, bodies } = await begin()
    const message = await siws.createMessage(client, { address: solanaAddress })
    await siws.login(client, { message, signature: 'c2ln', messageType: 'transaction' })
    expect(bodies('/siws/authenticate')).toMatchObject([{ message_type: 'transaction' }])
  })
})
