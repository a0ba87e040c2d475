import { embeddedWallet, headers } from '@sallyport/contract'
import { describe, expect, test } from 'vitest'
import { createCallSender } from './call-route.js'

const caller = { accessToken: 'token', grant: undefined }

/** One call of `recover` against a network that answers as told. */
async function call(answer: () => Promise<Response>) {
  const seen: { url: string; init: RequestInit | undefined }[] = []
  const fetch: typeof globalThis.fetch = (url, init) => {
    seen.push({ url: String(url), init })
    return answer()
  }
  const send = createCallSender({
    fetch,
    origin: 'https://auth.example',
    appId: 'app',
    factorOf: () => undefined,
  })
  const walletId = '../../x?y#z'
  const request = {
    ephemeral_public_key: 'AAAA',
    device_public_key: 'AAAA',
    device_signature: 'AAAA',
  }
  const input = { params: { wallet_id: walletId }, body: request }
  const result = await send(embeddedWallet.recover, input, caller).catch((e: unknown) => e)
  return { result, seen, request }
}

const sealed = { enc: 'AAAA', ciphertext: 'AAAA' }
const recovered = {
  generation_id: '00000000-0000-4000-8000-000000000000',
  sealed_auth_share: sealed,
  recovery_key_id: '00000000-0000-4000-8000-000000000001',
  encrypted_recovery_share: 'AAAA',
  sealed_recovery_key: sealed,
  accounts: [],
}
const json = (body: unknown, status = 200) => Response.json(body, { status })

describe('createCallSender', () => {
  test('calls its own origin with the token and its own cookies, without redirects', async () => {
    const { seen, result, request } = await call(async () => json(recovered))

    expect(result).toEqual(recovered)
    expect(seen).toMatchObject([
      {
        url: 'https://auth.example/api/v1/embedded_wallets/..%2F..%2Fx%3Fy%23z/recovery',
        init: {
          method: 'POST',
          headers: { authorization: 'Bearer token', [headers.appId]: 'app' },
          body: JSON.stringify(request),
          mode: 'same-origin',
          credentials: 'same-origin',
          redirect: 'error',
        },
      },
    ])
  })

  test.each([
    ['a known code', async () => json({ code: 'device_revoked' }, 403), 'device_revoked'],
    ['429 without a body', async () => new Response('', { status: 429 }), 'too_many_requests'],
    ['an unknown code', async () => json({ code: 'constructor' }, 400), null],
    ['an error page', async () => new Response('<h1>secret</h1>', { status: 502 }), null],
    ['an answer of another shape', async () => json({ ...recovered, accounts: 'none' }), null],
    ['no JSON', async () => new Response('secret'), null],
    ['no network', () => Promise.reject(new TypeError('secret host')), null],
  ])('error: turns %s into a failure that says no more than its code', async (_, answer, code) => {
    const { result } = await call(answer)

    expect(result).toMatchObject({ name: 'CallFailure', code, message: 'The call failed' })
    expect((result as Error).cause).toBeUndefined()
  })
})
