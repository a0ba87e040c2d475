import { describe, expect, test } from 'vitest'
import { type AppKey, newKey } from '../../testing/app-key.js'
import { openServerWallets } from '../../testing/open-server-wallets.js'

/* Registered authorization keys with roles, thresholds, keys of users, and archived wallets. */

const { world, wallets } = await openServerWallets()

type Role = 'root' | 'manager' | null
const thresholdText =
  'If specified, authorization_threshold must be an integer between 1 and the length of authorization_key_ids.'

/** A key that was registered with a role. */
async function registered(role: Role) {
  const key = newKey()
  const body = { public_key: key.spki, role, display_name: 'A key' }
  const { quorum } = await wallets.outputOf('registerAuthorizationKey', {
    appId: world.appId,
    body,
  })
  return { ...key, id: quorum.id }
}

const owned = (keyIds: string[], threshold: number | null = null) =>
  wallets.create({ owner: { keyIds, threshold } })

describe('registered keys of a wallet', () => {
  test('none signs; a manager changes policies and signers too; root also owners', async () => {
    const allowed: Record<string, string[]> = {}
    for (const role of [null, 'manager', 'root'] as const) {
      const key = await registered(role)
      const wallet = await owned([key.id])
      const change = (body: object) =>
        wallets.codeOf('updateWallet', wallets.updating(wallet, body, [key]))
      const codes = {
        signs: await wallets.codeOf('signWithWallet', wallets.signing(wallet, [key])),
        policies: await change({ policy_ids: [] }),
        signers: await change({ additional_signers: [] }),
        owners: await change({ owner: null }),
      }
      const acts = Object.entries(codes).filter(([, code]) => code === undefined)
      allowed[String(role)] = acts.map(([act]) => act)
    }

    expect(allowed).toEqual({
      null: ['signs'],
      manager: ['signs', 'policies', 'signers'],
      root: ['signs', 'policies', 'signers', 'owners'],
    })
  })

  test('the threshold counts distinct keys; without one all of them sign', async () => {
    const keys = [await registered(null), await registered(null), await registered(null)]
    const ids = keys.map(({ id }) => id)
    const codeOf = (wallet: Awaited<ReturnType<typeof owned>>, signing: AppKey[]) =>
      wallets.codeOf('signWithWallet', wallets.signing(wallet, signing))
    const [one, two, three] = keys as unknown as [AppKey, AppKey, AppKey]
    const [twoOfThree, all] = [await owned(ids, 2), await owned(ids)]

    expect(await codeOf(twoOfThree, [one, one])).toBe('wrong_signature')
    expect(await codeOf(twoOfThree, [one, three])).toBeUndefined()
    expect(await codeOf(all, [one, two])).toBe('wrong_signature')
    expect(await codeOf(all, [one, two, three])).toBeUndefined()
  })

  test('WAL-07: error: a threshold that is none of its keys, in the words of the specification', async () => {
    const key = await registered('root')
    const wallet = await owned([key.id])
    for (const threshold of [0, 2, 1.5, -1]) {
      const body = { authorization_key_ids: [key.id], authorization_threshold: threshold }
      const answer = await wallets.ask('updateWallet', wallets.updating(wallet, body, [key]))
      expect(answer.error).toMatchObject({
        code: 'invalid_request',
        details: { message: thresholdText },
      })
    }
    for (const threshold of ['2', null]) {
      const body = { authorization_key_ids: [key.id], authorization_threshold: threshold }
      expect(await wallets.codeOf('updateWallet', wallets.updating(wallet, body, [key]))).toBe(
        'invalid_request',
      )
    }
  })

  test('a key that is revoked votes no more', async () => {
    const [one, two] = [await registered(null), await registered(null)]
    const wallet = await owned([one.id, two.id], 1)
    const revoke = wallets.changing(one.id, {}, [one], { method: 'DELETE' })

    expect(await wallets.codeOf('deleteQuorum', revoke)).toBeUndefined()
    expect(await wallets.codeOf('signWithWallet', wallets.signing(wallet, [one]))).toBe(
      'wrong_signature',
    )
    expect(await wallets.codeOf('signWithWallet', wallets.signing(wallet, [two]))).toBeUndefined()
  })
})

test('who has signed so far is counted, and nothing is carried out', async () => {
  const [one, two] = [newKey(), newKey()]
  const quorum = await wallets.quorum({ public_keys: [one.spki, two.spki] })
  const wallet = await wallets.create({ owner: { quorumId: quorum.id } })
  const { request } = wallets.updating(wallet, { owner_id: null }, [two])
  const counted = await wallets.outputOf('countSignatures', {
    ...{ appId: world.appId, resource: 'wallets', id: wallet.walletId, request },
  })

  expect(counted).toEqual({
    revision: 0,
    quorums: [{ quorumId: quorum.id, cast: 1, needed: 2, publicKeys: [two.spki], userIds: [] }],
  })
})

describe('keys of users', () => {
  const userKeyOf = async (userId: string) => {
    const input = {
      ...{ appId: world.appId, userId, accessToken: await world.tokenFor(userId) },
      recipientPublicKey: newKey().spki,
    }
    return wallets.codeOf('createUserKey', input)
  }

  test('are off until the app’s settings allow them; another user’s token is refused', async () => {
    expect(await userKeyOf('ada')).toBe('invalid_request')
    const path = `apps/${world.appId}/wallet_settings`
    const change = wallets.governing(path, { body: { user_keys: true } })
    expect(await wallets.codeOf('updateWalletSettings', change)).toBeUndefined()

    expect(await userKeyOf('ada')).toBeUndefined()
    const input = {
      ...{ appId: world.appId, userId: 'bob', accessToken: await world.tokenFor('ada') },
      recipientPublicKey: newKey().spki,
    }
    expect(await wallets.codeOf('createUserKey', input)).toBe('invalid_token')
  })

  test('error: a wallet of a user signs nothing without one', async () => {
    const wallet = await wallets.create({ owner: { userId: 'ada' } })

    expect(await wallets.codeOf('signWithWallet', wallets.signing(wallet, [newKey()]))).toBe(
      'wrong_signature',
    )
  })
})

describe('an archived wallet', () => {
  test('signs nothing until its owner restores it', async () => {
    const owner = newKey()
    const wallet = await wallets.create({ owner: { publicKey: owner.spki } })
    const named = { appId: world.appId, walletId: wallet.walletId }
    const restore = (keys: AppKey[]) =>
      wallets.codeOf(
        'restoreWallet',
        wallets.governing(
          `wallets/${wallet.walletId}/restore`,
          { walletId: wallet.walletId, method: 'POST' },
          keys,
        ),
      )
    const signs = () => wallets.codeOf('signWithWallet', wallets.signing(wallet, [owner]))
    expect((await wallets.outputOf('archiveWallet', named)).wallet).toMatchObject({
      ...{ isArchived: true, archivedAtMs: world.clock.ms },
    })

    expect(await signs()).toBe('not_found')
    expect(await wallets.codeOf('archiveWallet', named)).toBe('not_found')
    expect(await restore([])).toBe('wrong_signature')
    expect(await restore([owner])).toBeUndefined()
    expect(await signs()).toBeUndefined()
  })
})
