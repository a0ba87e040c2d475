import { exportJWK, generateKeyPair, type JSONWebKeySet, SignJWT } from 'jose'
import { describe, expect, test } from 'vitest'
import { createKeySet } from './key-set.js'
import { createTokenVerifier } from './verify.js'

const hour = 3_600_000

/** A server with keys, and a back end that verifies by a clock of its own. */
async function setup() {
  const keys = new Map<string, CryptoKey>()
  const published: JSONWebKeySet = { keys: [] }
  let nowMs = Date.UTC(2026, 0, 1)
  let reads = 0
  let isDown = false
  const publish = async (kid: string) => {
    const pair = await generateKeyPair('ES256')
    keys.set(kid, pair.privateKey)
    published.keys.push({ ...(await exportJWK(pair.publicKey)), kid, alg: 'ES256', use: 'sig' })
  }
  const findKey = createKeySet({
    read: async () => {
      reads += 1
      await new Promise((done) => setTimeout(done, 1))
      if (isDown) throw new Error('down')
      return structuredClone(published)
    },
    nowMs: () => nowMs,
    sleep: async (ms) => {
      nowMs += ms
    },
  })
  const verifier = createTokenVerifier({
    ...{ appId: 'app', issuer: 'privy.io', clockToleranceSeconds: 0, findKey },
    nowMs: () => nowMs,
  })
  const token = (kid: string, key = keys.get(kid)) => {
    if (key === undefined) throw new Error(`There is no key ${kid}`)
    return new SignJWT({ sid: 's' })
      .setProtectedHeader({ alg: 'ES256', typ: 'JWT', kid })
      .setSubject('did:privy:ada')
      .setIssuer('privy.io')
      .setAudience('app')
      .setIssuedAt(nowMs / 1000)
      .setExpirationTime(nowMs / 1000 + 48 * 3600)
      .sign(key)
  }
  const outcome = async (text: string) =>
    verifier.verifyAccessToken(text).then(
      () => 'ok',
      ({ code }: { code: string }) => code,
    )
  await publish('one')
  return {
    ...{ publish, published, token, outcome },
    reads: () => reads,
    nowMs: () => nowMs,
    later: (ms: number) => {
      nowMs += ms
    },
    setDown: (value: boolean) => {
      isDown = value
    },
  }
}

describe('the cached keys', () => {
  test('are fetched once for many tokens that come together, and not again', async () => {
    const world = await setup()
    const token = await world.token('one')
    const all = await Promise.all(Array.from({ length: 50 }, () => world.outcome(token)))
    world.later(5 * 60_000)

    expect(new Set([...all, await world.outcome(token)])).toEqual(new Set(['ok']))
    expect(world.reads()).toBe(1)
  })

  test('a rotation under load refuses no token: 20 new keys, each used at once by 25 tokens', async () => {
    const world = await setup()
    await world.outcome(await world.token('one'))
    for (let at = 0; at < 20; at += 1) {
      await world.publish(`new-${at}`)
      const tokens = await Promise.all(
        Array.from({ length: 25 }, (_, each) => world.token(each % 5 === 0 ? 'one' : `new-${at}`)),
      )
      expect(new Set(await Promise.all(tokens.map(world.outcome)))).toEqual(new Set(['ok']))
    }
    expect(world.reads()).toBe(21)
  })

  test('an outage is survived: known keys verify for a day, and new tokens are not called invalid', async () => {
    const world = await setup()
    const token = await world.token('one')
    await world.outcome(token)
    world.setDown(true)
    world.later(20 * hour)
    expect(await world.outcome(token)).toBe('ok')

    await world.publish('two')
    expect(await world.outcome(await world.token('two'))).toBe('keys_unavailable')
    world.setDown(false)
    expect(await world.outcome(await world.token('two'))).toBe('ok')
  })

  test('error: without any keys yet, a token is not called invalid', async () => {
    const world = await setup()
    world.setDown(true)
    expect(await world.outcome(await world.token('one'))).toBe('keys_unavailable')
  })

  test('after the clock was set back by hours, no token waits for hours', async () => {
    const world = await setup()
    expect(await world.outcome(await world.token('one'))).toBe('ok')
    world.later(-5 * hour)
    const backMs = world.nowMs()
    await world.publish('two')
    expect(await world.outcome(await world.token('two'))).toBe('ok')
    expect(world.nowMs() - backMs).toBeLessThanOrEqual(1_000)
  })

  test('a key that was withdrawn verifies nothing soon after', async () => {
    const world = await setup()
    await world.publish('stolen')
    const token = await world.token('stolen')
    expect(await world.outcome(token)).toBe('ok')
    world.published.keys.pop()
    world.later(11 * 60_000)
    await world.outcome(await world.token('one'))
    // The next token has them read in the background.
    await expect.poll(() => world.outcome(token)).toBe('missing_or_invalid_token')
  })

  test('error: tokens with made-up key ids cause a request a second at most', async () => {
    const world = await setup()
    const known = await world.token('one')
    await world.outcome(known)
    const { privateKey } = await generateKeyPair('ES256')
    const forged = await Promise.all(
      Array.from({ length: 100 }, (_, at) => world.token(`made-up-${at}`, privateKey)),
    )
    const outcomes = await Promise.all(forged.map(world.outcome))
    expect(new Set(outcomes)).toEqual(new Set(['missing_or_invalid_token']))
    expect(world.reads()).toBeLessThanOrEqual(3)
    expect(await world.outcome(known)).toBe('ok')
  })
})
