import { userIdPrefix } from '@sallyport/contract'
import { describe, expect, test } from 'vitest'
import { createMemoryStore } from '../device/memory-store.js'
import type { Exchange } from '../testing/fake-custody.js'
import { Refusal } from '../testing/refusal.js'
import { appId, createRig, dataOf, errorOf, type PageOptions } from '../testing/rig.js'

const ada = `${userIdPrefix}ada`
const dayMs = 86_400_000

async function setup() {
  const rig = await createRig()
  const { custody } = rig
  const accessToken = rig.token(ada)
  const store = createMemoryStore()
  const clock = { nowMs: 1_000 }
  const open = (options: PageOptions = {}) =>
    rig.openPage(store, { wallClock: () => clock.nowMs, ...options })
  const page = open()
  const entropyId = String(dataOf(await page.send('privy:wallet:create', { accessToken })).address)
  const root = { accessToken, entropyId, entropyIdVerifier: 'ethereum-address-verifier' } as const
  const rpc = {
    ...root,
    chainType: 'ethereum' as const,
    hdWalletIndex: 0,
    request: { method: 'personal_sign', params: ['hello', entropyId] },
  }
  const sign = () => page.send('privy:wallets:rpc', rpc)
  const recover = () => page.send('privy:wallets:recover', root)
  const records = () => store.list({ appId, userId: ada })
  return { rig, custody, open, clock, accessToken, root, sign, recover, records }
}

/** Answers as a server that cannot read the shares it kept until now; new ones it can. */
function loseShares(
  { custody }: Awaited<ReturnType<typeof setup>>,
  code = 'share_not_found' as const,
) {
  const lost = new Set([...custody.roots.values()].flatMap((root) => [...root.generations.keys()]))
  custody.intercept = async (exchange: Exchange) => {
    const { route, params, body, answer } = exchange
    if (route === 'authShare' && lost.has(params.generation_id ?? '')) throw new Refusal(code, 500)
    const isOfLost = body.generation_id === undefined || lost.has(String(body.generation_id))
    if (route === 'recover' && isOfLost && !body.has_device_share) throw new Refusal(code, 500)
    return answer()
  }
}

describe('T-12: the share of the device and the recovery share', () => {
  test("restore the wallet when the server's share is lost, and then two of three do again", async () => {
    const world = await setup()
    const { custody, sign, recover, root, rig, records } = world
    const signature = dataOf(await sign())
    const [before] = await records()
    loseShares(world)

    expect(errorOf(await sign())).toBe('wallet_not_on_device')
    dataOf(await recover())

    expect(dataOf(await sign())).toEqual(signature)
    const [after, ...others] = await records()
    expect(others).toEqual([])
    expect(after?.walletId).toBe(before?.walletId)
    expect(after?.generationId).not.toBe(before?.generationId)
    // A new device restores it from the shares of the new generation.
    custody.intercept = ({ answer }) => answer()
    const [kept] = [...custody.roots.values()]
    kept?.generations.delete(before?.generationId ?? '')
    expect(dataOf(await rig.openPage().send('privy:wallets:recover', root))).toEqual({
      entropyId: root.entropyId,
    })
  })

  test('restore the wallet after the server called the device revoked and lost its share', async () => {
    const world = await setup()
    const { custody, sign, recover } = world
    const signature = dataOf(await sign())
    custody.intercept = async () => {
      throw new Refusal('device_revoked', 403)
    }
    expect(errorOf(await sign())).toBe('wallet_not_on_device')
    loseShares(world)

    dataOf(await recover())

    expect(dataOf(await sign())).toEqual(signature)
  })

  test('are not asked for when the server only refuses the user', async () => {
    const { custody, sign, recover } = await setup()
    custody.intercept = async () => {
      throw new Refusal('missing_or_invalid_token', 401)
    }
    custody.calls.length = 0

    expect([errorOf(await sign()), errorOf(await recover())]).toEqual([
      'missing_or_invalid_token',
      'missing_or_invalid_token',
    ])
    expect(custody.calls).toEqual(['authShare', 'list'])
  })

  test('a device called revoked by mistake signs again once the server gives its share', async () => {
    const { custody, sign, recover, records } = await setup()
    const [record] = await records()
    custody.intercept = async () => {
      throw new Refusal('device_revoked', 403)
    }
    await sign()
    custody.intercept = ({ answer }) => answer()
    custody.calls.length = 0

    dataOf(await recover())

    expect(custody.calls).toEqual(['list', 'authShare'])
    expect(await records()).toEqual([record])
    dataOf(await sign())
  })

  test('a share that was called void is deleted after 30 days and not before', async () => {
    const { custody, sign, recover, records, clock } = await setup()
    custody.intercept = async () => {
      throw new Refusal('device_revoked', 403)
    }
    await sign()
    custody.intercept = async ({ route, answer }) => {
      if (route === 'list') return answer()
      throw new Refusal('device_revoked', 403)
    }

    clock.nowMs += 30 * dayMs - 1
    await recover()
    expect(await records()).toHaveLength(1)

    clock.nowMs += 1
    await recover()
    expect(await records()).toEqual([])
  })

  test('R28: no second wallet is made where the server does not list the one this device had', async () => {
    const { custody, sign, accessToken, open } = await setup()
    custody.intercept = async () => {
      throw new Refusal('linked_account_not_found', 404)
    }
    await sign()
    custody.intercept = async ({ route, answer }) => (route === 'list' ? { roots: [] } : answer())

    const created = await open().send('privy:wallet:create', { accessToken })

    expect(errorOf(created)).toBe('error')
    expect(custody.roots.size).toBe(1)
  })
})
