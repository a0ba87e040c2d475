import { createPublicKey, verify } from 'node:crypto'
import {
  addAccountMessage,
  type ErrorCode,
  embeddedWallet,
  walletCallMessage,
} from '@sallyport/contract'
import { describe, expect, test } from 'vitest'
import { CallFailure, type CallSender } from '../api/call-route.js'
import { createCallWithGrant } from '../api/call-with-grant.js'
import { openGrantStore } from './grant-store.js'
import { createWalletGrants } from './wallet-grants.js'

const appId = 'app'
const grant = 'g'.repeat(48)
const tokenOf = (sid: string) =>
  ['e30', Buffer.from(JSON.stringify({ sid })).toString('base64url'), 'c2ln'].join('.')
const setup = (store = openGrantStore(undefined)) =>
  createWalletGrants({ appId, webCrypto: crypto, store })

describe('createWalletGrants', () => {
  test('P1: signs for an access token of the session it has a grant for, with a key that stays here', async () => {
    const store = openGrantStore(undefined)
    const grants = setup(store)
    const token = tokenOf('one')
    await grants.keep(token, grant)

    const header = (await grants.headerFor(token)) ?? ''

    const [given, publicKey = '', signature = ''] = header.split('.')
    expect([given, publicKey]).toEqual([grant, await grants.publicKey()])
    const bytes = Buffer.from(signature, 'base64url')
    const key = importPoint(publicKey)
    const message = Buffer.from(walletCallMessage(appId, token))
    expect(verify('sha256', message, { key, dsaEncoding: 'ieee-p1363' }, bytes)).toBe(true)
    const pair = (await store.get('key')) as CryptoKeyPair
    expect(pair.privateKey.extractable).toBe(false)
  })

  test('P1: signs another text for calls of the page that add an account, whatever was asked first', async () => {
    const grants = setup()
    const token = tokenOf('one')
    await grants.keep(token, grant)
    const header = await grants.headerFor(token)

    const proof = (await grants.proofFor(token)) ?? ''

    const [given, publicKey = '', signature = ''] = proof.split('.')
    expect([given, publicKey]).toEqual([grant, await grants.publicKey()])
    expect(proof).not.toBe(header)
    const bytes = Buffer.from(signature, 'base64url')
    const key = importPoint(publicKey)
    const isSignatureOf = (text: string) =>
      verify('sha256', Buffer.from(text), { key, dsaEncoding: 'ieee-p1363' }, bytes)
    expect(isSignatureOf(addAccountMessage(appId, token))).toBe(true)
    expect(isSignatureOf(walletCallMessage(appId, token))).toBe(false)
    expect(await grants.headerFor(token)).toBe(header)
    expect(await grants.proofFor(tokenOf('two'))).toBeUndefined()
  })

  test('a page that is opened later has the same key and grants', async () => {
    const store = openGrantStore(undefined)
    const [before, after] = [setup(store), setup(store)]
    await before.keep(tokenOf('one'), grant)

    expect(await after.publicKey()).toBe(await before.publicKey())
    expect(await after.headerFor(tokenOf('one'))).toContain(grant)
  })

  test('has nothing for another session, or for a text that it cannot read', async () => {
    const grants = setup()
    await grants.keep(tokenOf('one'), grant)
    await grants.keep('no token', grant)

    expect(await grants.headerFor(tokenOf('two'))).toBeUndefined()
    expect(await grants.headerFor('no token')).toBeUndefined()
  })
})

describe('createCallWithGrant', () => {
  const call = async (options: {
    grants: ReturnType<typeof setup>
    refusal: ErrorCode
    hasGrants?: boolean
  }) => {
    const sent: (string | undefined)[] = []
    const send = (async (_route, _input, { grant: header }) => {
      sent.push(header)
      if (header === undefined) throw new CallFailure(options.refusal)
      return { roots: [] }
    }) as CallSender
    const route = createCallWithGrant(send, {
      loadGrants: async () => options.grants,
      hasGrants: () => options.hasGrants ?? false,
    })
    const ask = () => route(embeddedWallet.list, {}, tokenOf('one')).catch((error) => error.code)
    return { answers: [await ask(), await ask()], sent: sent.map((each) => each?.slice(0, 3)) }
  }

  test('shows the grant where there are any, else when the server misses it', async () => {
    const grants = setup()
    await grants.keep(tokenOf('one'), grant)
    const refusal = 'missing_or_invalid_wallet_grant'
    const missed = await call({ grants, refusal })
    expect(missed.answers).toEqual([{ roots: [] }, { roots: [] }])
    expect(missed.sent).toEqual([undefined, 'ggg', undefined, 'ggg'])
    const kept = await call({ grants, refusal, hasGrants: true })
    expect(kept.sent).toEqual(['ggg', 'ggg'])
  })

  test('error: passes the refusal on without a grant, and any other refusal', async () => {
    const without = await call({ grants: setup(), refusal: 'missing_or_invalid_wallet_grant' })
    expect(without.answers[0]).toBe('missing_or_invalid_wallet_grant')
    const other = await call({ grants: setup(), refusal: 'device_revoked' })
    expect([other.answers[0], other.sent]).toEqual(['device_revoked', [undefined, undefined]])
  })
})

function importPoint(point: string) {
  const bytes = Buffer.from(point, 'base64url')
  const part = (from: number) => bytes.subarray(from, from + 32).toString('base64url')
  return createPublicKey({
    key: { kty: 'EC', crv: 'P-256', x: part(1), y: part(33) },
    format: 'jwk',
  })
}
