import { randomBytes } from 'node:crypto'
import { api, signerDeadlineMaxSeconds } from '@sallyport/contract'
import { addressFromPrivateKey } from '@sallyport/crypto/chains/solana'
import { authOrigin, createTestKit, dumpTables, type TestKit } from '@sallyport/testing'
import { base58 } from '@scure/base'
import { recoverTypedDataAddress } from 'viem'
import { mnemonicToAccount, privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

const appKey = `0x${'11'.repeat(32)}` as const
const words = 'test test test test test test test test test test test junk'
let kit: TestKit
beforeAll(async () => {
  kit = await createTestKit({
    app: {
      settings: { farcaster_auth: true },
      privateSettings: { farcaster_app_account: `9152:${appKey}` },
    },
  })
})
afterAll(() => kit.close())

let fids = 500
/** A user with a Farcaster account, at their wallet frame. */
const newUser = async (appId = kit.appId) => {
  const fid = fids++
  const begun = await kit.call(api.farcasterV2.init, { body: {} }, { appId })
  const issuedAt = new Date(kit.clock.nowMs()).toISOString()
  const body = kit.farcaster.account(fid).sign(begun.body.nonce, { issuedAt })
  const login = await kit.call(api.farcasterV2.authenticate, { body }, { appId })
  const token = String(login.body.token)
  return { fid, page: { token, appId }, frame: { token, appId, origin: authOrigin } }
}
type User = Awaited<ReturnType<typeof newUser>>
const newKey = () => {
  const address = addressFromPrivateKey(randomBytes(32))
  return `0x${Buffer.from(base58.decode(address)).toString('hex')}`
}
const init = ({ frame }: Pick<User, 'frame'>, ed25519_public_key: string, deadline?: number) =>
  kit.call(
    api.farcasterSigner.init,
    { body: { ed25519_public_key, ...(deadline !== undefined && { deadline }) } },
    frame,
  )
const status = ({ page }: Pick<User, 'page'>, ed25519_public_key: string) =>
  kit.call(api.farcasterSigner.status, { body: { ed25519_public_key } }, page)
const shownKey = async ({ page }: Pick<User, 'page'>) => {
  const { user } = (await kit.call(api.user.me, {}, page)).body
  return user.linked_accounts.map((account) =>
    account.type === 'farcaster' ? account.signer_public_key : undefined,
  )
}
/** What the app's account signs, for viem. */
const typedRequest = (requestFid: number, key: string, deadline: number) =>
  ({
    domain: {
      name: 'Farcaster SignedKeyRequestValidator',
      version: '1',
      chainId: 10,
      verifyingContract: '0x00000000fc700472606ed4fa22623acf62c60553',
    },
    types: {
      SignedKeyRequest: [
        { name: 'requestFid', type: 'uint256' },
        { name: 'key', type: 'bytes' },
        { name: 'deadline', type: 'uint256' },
      ],
    },
    primaryType: 'SignedKeyRequest',
    message: {
      requestFid: BigInt(requestFid),
      key: key as `0x${string}`,
      deadline: BigInt(deadline),
    },
  }) as const
const nowSeconds = () => Math.floor(kit.clock.nowMs() / 1000)

describe('a Farcaster signer', () => {
  test('is asked for in the name of the app, approved by the user, and shown with the account', async () => {
    const ada = await newUser()
    const key = newKey()
    const asked = await init(ada, key)
    expect(asked.body).toEqual({
      public_key: key,
      status: 'pending_approval',
      signer_approval_url: expect.stringContaining(key),
    })
    expect((await init(ada, key)).body).toEqual(asked.body)
    const [request, ...more] = kit.farcaster.signerRequests.filter((each) => each.key === key)
    expect([request?.requestFid, request?.deadline, more]).toEqual([9152, nowSeconds() + 3600, []])
    const signature = request?.signature as `0x${string}`
    const typed = typedRequest(9152, key, nowSeconds() + 3600)
    const signer = await recoverTypedDataAddress({ ...typed, signature })
    expect(signer).toBe(privateKeyToAccount(appKey).address)
    expect((await status(ada, key)).body).toEqual({ public_key: key, status: 'pending_approval' })

    kit.farcaster.answerSigner(key, 'approve', ada.fid)
    const approved = { public_key: key, status: 'approved', fid: ada.fid }
    expect((await status(ada, key)).body).toEqual(approved)
    expect((await init(ada, key)).body).toEqual(approved)
    expect(await shownKey(ada)).toEqual([key])
  })

  test('is revoked when the user removes it at Farcaster, and stays so', async () => {
    const ada = await newUser()
    const key = newKey()
    await init(ada, key)
    kit.farcaster.answerSigner(key, 'approve', ada.fid)
    await status(ada, key)
    kit.farcaster.answerSigner(key, 'remove', ada.fid)
    const revoked = { public_key: key, status: 'revoked', fid: ada.fid }
    expect((await status(ada, key)).body).toEqual(revoked)
    expect(await shownKey(ada)).toEqual([undefined])
    kit.farcaster.answerSigner(key, 'approve', ada.fid)
    expect((await init(ada, key)).body).toEqual(revoked)
  })

  test('is revoked when the user refuses it, or approves it with another account', async () => {
    const ada = await newUser()
    const [refused, foreign] = [newKey(), newKey()]
    await init(ada, refused)
    await init(ada, foreign)
    kit.farcaster.answerSigner(refused, 'refuse', ada.fid)
    kit.farcaster.answerSigner(foreign, 'approve', 1)
    for (const key of [refused, foreign]) {
      expect((await status(ada, key)).body).toEqual({
        public_key: key,
        status: 'revoked',
        fid: ada.fid,
      })
    }
    expect(await shownKey(ada)).toEqual([undefined])
  })

  test('a request that was not approved in time is over, and the next one is new', async () => {
    const ada = await newUser()
    const key = newKey()
    await init(ada, key, nowSeconds() + 60)
    kit.clock.advance(60_000)
    expect(await status(ada, key)).toMatchObject({ status: 400, body: { code: 'invalid_data' } })
    expect((await init(ada, key)).body).toMatchObject({ status: 'pending_approval' })
    expect(kit.farcaster.signerRequests.filter((each) => each.key === key)).toHaveLength(2)
  })

  test('a key that another user asked for is theirs alone', async () => {
    const [ada, eve] = [await newUser(), await newUser()]
    const key = newKey()
    await init(ada, key)
    expect((await status(eve, key)).status).toBe(400)
    await init(eve, key)
    kit.farcaster.answerSigner(key, 'approve', ada.fid)
    expect((await status(eve, key)).body).toMatchObject({ status: 'revoked', fid: eve.fid })
    expect((await status(ada, key)).body).toMatchObject({ status: 'approved', fid: ada.fid })
    expect([await shownKey(eve), await shownKey(ada)]).toEqual([[undefined], [key]])
  })

  test('the account of the app may be given by its recovery phrase', async () => {
    const { appId } = await kit.addApp({
      settings: { farcaster_auth: true },
      privateSettings: { farcaster_app_account: `7:${words}` },
    })
    const key = newKey()
    expect((await init(await newUser(appId), key)).status).toBe(200)
    const request = kit.farcaster.signerRequests.find((each) => each.key === key)
    const typed = typedRequest(7, key, request?.deadline ?? 0)
    expect(request?.signature).toBe(await mnemonicToAccount(words).signTypedData(typed))
  })

  test('FAR-06: error: keys that are none, of small order, and deadlines out of range', async () => {
    const ada = await newUser()
    const good = newKey()
    const before = (await dumpTables(kit.db)).replaceAll(/^rate_limit .*\n/gm, '')
    const keys = [
      good.slice(0, -1),
      `${good}0`,
      good.slice(2),
      `00${good.slice(2)}`,
      `0x${'zz'.repeat(32)}`,
      // Points of small order: the identity, and one of order 2, 4 and 8.
      `0x01${'00'.repeat(31)}`,
      `0xec${'ff'.repeat(30)}7f`,
      `0x${'00'.repeat(32)}`,
      '0x26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05',
      // Not a point, and the identity in another spelling.
      `0x02${'00'.repeat(31)}`,
      `0xee${'ff'.repeat(30)}7f`,
    ]
    for (const key of keys) {
      for (const answer of [await init(ada, key), await status(ada, key)]) {
        expect([key, answer.status, answer.body]).toMatchObject([
          key,
          400,
          { code: 'invalid_data' },
        ])
      }
    }
    const now = nowSeconds()
    for (const deadline of [now, now - 1, 0, -1, now + signerDeadlineMaxSeconds + 1, 1.5]) {
      const { status: refused, body } = await init(ada, good, deadline)
      expect([deadline, refused, body]).toMatchObject([deadline, 400, { code: 'invalid_data' }])
    }
    expect((await dumpTables(kit.db)).replaceAll(/^rate_limit .*\n/gm, '')).toBe(before)
    expect((await init(ada, good, now + signerDeadlineMaxSeconds)).status).toBe(200)
  })

  test('error: no Farcaster account of the user or of the app, the method off, Farcaster down', async () => {
    const { token } = await kit.signIn('ada@example.com')
    const without = { frame: { token, appId: kit.appId, origin: authOrigin } }
    expect((await init(without, newKey())).body.code).toBe('linked_account_not_found')

    const { appId } = await kit.addApp({ settings: { farcaster_auth: true } })
    const key = newKey()
    expect((await init(await newUser(appId), key)).body.code).toBe('not_supported')

    const ada = await newUser()
    kit.farcaster.setDown(true)
    expect(await init(ada, key)).toMatchObject({ status: 503, body: { code: 'internal_error' } })
    kit.farcaster.setDown(false)
    expect((await init(ada, key)).status).toBe(200)
  })

  test('error: a page cannot ask for a key, only the frame', async () => {
    const ada = await newUser()
    expect(
      (await init({ frame: { ...ada.page, origin: 'http://localhost:4402' } }, newKey())).status,
    ).toBe(403)
  })
})
