import { describe, expect, test } from 'vitest'
import { createFarcaster } from './farcaster.js'

const urls = {
  relayUrl: 'https://relay.example/',
  rpcUrl: 'https://rpc.example',
  apiUrl: 'https://api.example',
}
const address = '0x1234567890AbcdEF1234567890aBcdef12345678'
/** A relay and node that give one answer and keep what they were asked. */
function setup(status: number, body: unknown) {
  const asked: { url: string; body: unknown }[] = []
  const fetcher = async (url: string | URL | Request, init: RequestInit = {}) => {
    asked.push({
      url: String(url),
      body: init.body === undefined ? null : JSON.parse(String(init.body)),
    })
    return new Response(typeof body === 'string' ? body : JSON.stringify(body), { status })
  }
  return { farcaster: createFarcaster(urls, fetcher as typeof fetch), asked }
}
const word = (hex: string) => hex.padStart(64, '0')
const away = { code: 'internal_error', status: 503 }

describe('the client of the relay', () => {
  const input = { domain: 'app.example', siweUri: 'https://app.example', nonce: 'abcdefgh' }

  test('opens a channel with our nonce', async () => {
    const { farcaster, asked } = setup(201, {
      channelToken: 't',
      url: 'https://f.example',
      nonce: input.nonce,
    })
    expect(await farcaster.openChannel(input)).toEqual({
      channelToken: 't',
      url: 'https://f.example',
    })
    expect(asked).toEqual([{ url: 'https://relay.example/v1/channel', body: input }])
  })

  test.each([
    [201, { channelToken: 't', url: 'https://f.example', nonce: 'another1' }],
    [201, {}],
    [500, { error: 'x' }],
    [201, 'no json'],
    [201, '[]'],
  ])('error: a channel: %s %j', async (status, body) => {
    await expect(setup(status, body).farcaster.openChannel(input)).rejects.toMatchObject(away)
  })

  test('tells pending, finished and unknown channels apart', async () => {
    const done = { state: 'completed', message: 'm', signature: '0x', fid: 7, pfpUrl: 5 }
    expect(await setup(202, { state: 'pending' }).farcaster.readChannel('t')).toBe('pending')
    expect(await setup(401, { error: 'Unauthorized' }).farcaster.readChannel('t')).toBe('gone')
    expect(await setup(200, done).farcaster.readChannel('t')).toMatchObject({ fid: 7, pfpUrl: '' })
    await expect(
      setup(200, { ...done, fid: '7' }).farcaster.readChannel('t'),
    ).rejects.toMatchObject(away)
    await expect(setup(502, '<html>').farcaster.readChannel('t')).rejects.toMatchObject(away)
  })
})

describe('the registries', () => {
  test('say which account an address owns', async () => {
    const { farcaster, asked } = setup(200, { result: `0x${word('3039')}` })
    expect(await farcaster.fidOf(address)).toBe(12_345n)
    expect(asked[0]?.body).toMatchObject({
      method: 'eth_call',
      params: [{ data: `0xd94fe832${word(address.slice(2).toLowerCase())}` }, 'latest'],
    })
  })

  test('say who owns an account', async () => {
    const { farcaster } = setup(200, { result: `0x${word(address.slice(2).toLowerCase())}` })
    expect(await farcaster.custodyOf(7)).toBe(address.toLowerCase())
  })

  test.each([
    ['1', '2', true],
    ['2', '2', false],
    ['1', '1', false],
    ['0', '0', false],
  ])('a key of state %s and type %s logs in: %s', async (state, type, isAllowed) => {
    const { farcaster } = setup(200, { result: `0x${word(state)}${word(type)}` })
    expect(await farcaster.isAuthAddress(address, 7)).toBe(isAllowed)
  })

  test.each([
    [200, { error: { code: -32000 } }],
    [200, { result: '0x' }],
    [200, { result: null }],
    [429, {}],
  ])('error: %s %j', async (status, body) => {
    await expect(setup(status, body).farcaster.fidOf(address)).rejects.toMatchObject(away)
  })
})

describe('the service that asks for keys', () => {
  const key = `0x${'ab'.repeat(32)}`
  const request = { key, requestFid: 7, deadline: 1_800_000_000, signature: '0x12' }
  const answerWith = (signedKeyRequest: unknown) => ({ result: { signedKeyRequest } })

  test('takes a request and gives the URL that opens it', async () => {
    const deeplinkUrl = 'https://client.example/deeplinks/signed-key-request?token=0x1'
    const { farcaster, asked } = setup(201, answerWith({ token: '0x1', deeplinkUrl }))
    expect(await farcaster.requestSigner(request)).toEqual({ token: '0x1', url: deeplinkUrl })
    expect(asked).toEqual([{ url: 'https://api.example/v2/signed-key-requests', body: request }])
  })

  test.each([
    [200, answerWith({ token: '0x1', deeplinkUrl: 'javascript:alert(1)' })],
    [200, answerWith({ deeplinkUrl: 'https://client.example' })],
    [200, {}],
    [400, answerWith({ token: '0x1', deeplinkUrl: 'https://client.example' })],
  ])('error: a request: %s %j', async (status, body) => {
    await expect(setup(status, body).farcaster.requestSigner(request)).rejects.toMatchObject(away)
  })

  test.each([
    [{ state: 'pending' }, { state: 'pending' }],
    [{ state: 'approved', userFid: 9 }, { state: 'pending' }],
    [
      { state: 'completed', userFid: 9 },
      { state: 'completed', fid: 9 },
    ],
    [
      { state: 'revoked', userFid: 9 },
      { state: 'refused', fid: 9 },
    ],
  ])('tells how far a request has come: %j', async (told, expected) => {
    const { farcaster, asked } = setup(200, answerWith(told))
    expect(await farcaster.readSignerRequest('0x1')).toEqual(expected)
    expect(asked[0]?.url).toBe('https://api.example/v2/signed-key-request?token=0x1')
  })

  test.each([
    [200, answerWith({ state: 'completed' })],
    [200, answerWith({ state: 'other', userFid: 9 })],
    [404, {}],
  ])('error: what became of it: %s %j', async (status, body) => {
    await expect(setup(status, body).farcaster.readSignerRequest('0x1')).rejects.toMatchObject(away)
  })

  test.each([
    ['1', '1', 'added'],
    ['2', '1', 'removed'],
    ['0', '0', 'unknown'],
    ['1', '2', 'unknown'],
  ])('a key of state %s and type %s is %s', async (state, type, expected) => {
    const { farcaster, asked } = setup(200, { result: `0x${word(state)}${word(type)}` })
    expect(await farcaster.readSignerKey(7, key)).toBe(expected)
    const data = `0xac34cc5a${word('7')}${word('40')}${word('20')}${key.slice(2)}`
    expect(asked[0]?.body).toMatchObject({ params: [{ data }, 'latest'] })
  })
})
