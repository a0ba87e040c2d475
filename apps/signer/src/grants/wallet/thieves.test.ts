import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { startSigner } from '../../start-signer.js'
import { type AppKey, newKey } from '../../testing/app-key.js'
import { openServerWallets } from '../../testing/open-server-wallets.js'
import { alice, mallory, send } from '../../testing/policies.js'
import { signedWhileRotating } from '../../testing/rotate-owner.js'
import { createServerWallets } from '../../testing/server-wallets.js'
import { exchangeUserKey } from '../../testing/user-key.js'

/* What a thief has, and what the signer gives for it: docs/trust/threats.md, server wallets. */

const { world, wallets } = await openServerWallets()

const rule = (method: string, conditions: object[] = []) => ({
  ...{ name: method, method, action: 'ALLOW', conditions },
})
const toAlice = rule('eth_signTransaction', [
  { field_source: 'ethereum_transaction', field: 'to', operator: 'eq', value: alice },
])
const fees = { nonce: 0, gas_limit: 21_000, max_fee_per_gas: 10, max_priority_fee_per_gas: 1 }
const sending = (to: string) => send({ ...fees, to, value: 1 })
const exporting = (walletId: string, keys: readonly AppKey[] = []) =>
  wallets.signed(
    {
      path: `wallets/${walletId}/export`,
      body: { encryption_type: 'HPKE', recipient_public_key: newKey().spki },
    },
    keys,
  )

/** Everything that belongs to an owner: a wallet, its policy and its quorum. */
async function ownedThings() {
  const owner = newKey()
  const quorum = await wallets.quorum({ public_keys: [owner.spki] })
  const { policy } = await wallets.policy([toAlice, rule('exportPrivateKey')], {
    owner_id: quorum.id,
  })
  const wallet = await wallets.create({ owner: { quorumId: quorum.id }, policyIds: [policy.id] })
  return { owner, quorum, policy, wallet }
}

/** What a thief with these keys gets of an owner's things: the calls that were not refused. */
async function gained(things: Awaited<ReturnType<typeof ownedThings>>, keys: readonly AppKey[]) {
  const { quorum, policy, wallet } = things
  const { walletId, apiShare } = wallet
  const named = { appId: world.appId, walletId, apiShare }
  const calls: [string, string, object][] = [
    ['signs within the policy', 'signWithWallet', wallets.signing(wallet, keys, sending(alice))],
    ['signs beyond it', 'signWithWallet', wallets.signing(wallet, keys, sending(mallory))],
    ['exports', 'exportWallet', { ...named, request: exporting(walletId, keys) }],
    ['policies of the wallet', 'updateWallet', wallets.updating(wallet, { policy_ids: [] }, keys)],
    ['owner', 'updateWallet', wallets.updating(wallet, { owner_id: null }, keys)],
    [
      'policy',
      'updatePolicy',
      wallets.governing(
        `policies/${policy.id}`,
        { policyId: policy.id, body: { rules: [rule('*')] } },
        keys,
      ),
    ],
    ['quorum', 'updateQuorum', wallets.changing(quorum.id, { public_keys: [newKey().spki] }, keys)],
  ]
  const got: string[] = []
  for (const [what, call, input] of calls)
    if ((await wallets.codeOf(call, input)) === undefined) got.push(what)
  return got
}

describe('a thief has', () => {
  test('the app’s secret, or code in the API: nothing of an owned thing; unowned wallets within the app’s policy', async () => {
    expect(await gained(await ownedThings(), [])).toEqual([])
    expect(await gained(await ownedThings(), [newKey()])).toEqual([])

    const free = await wallets.create()
    const named = { appId: world.appId, walletId: free.walletId, apiShare: free.apiShare }
    expect(await wallets.codeOf('signWithWallet', wallets.signing(free, []))).toBeUndefined()
    expect(
      await wallets.codeOf('exportWallet', { ...named, request: exporting(free.walletId) }),
    ).toBe('invalid_request')
  })

  test('an authorization key of a signer: what its policy allows, until it is removed', async () => {
    const things = await ownedThings()
    const agent = newKey()
    const { id } = await wallets.quorum({ public_keys: [agent.spki] })
    const signers = (list: object[]) =>
      wallets.codeOf(
        'updateWallet',
        wallets.updating(things.wallet, { additional_signers: list }, [things.owner]),
      )
    expect(await signers([{ signer_id: id }])).toBeUndefined()

    expect(await gained(things, [agent])).toEqual(['signs within the policy'])
    expect(await signers([])).toBeUndefined()
    expect(await gained(things, [agent])).toEqual([])
  })

  test('WAL-20: the signer’s socket: members that no call has, another app, and a stripped signature are refused', async () => {
    const { wallet, owner } = await ownedThings()
    const good = wallets.signing(wallet, [owner], sending(alice))
    const changed: object[] = [
      { ...good, authorized: true },
      { ...good, request: { ...good.request, authorized: true } },
      { ...good, request: { ...good.request, signatures: [] } },
      { ...good, request: { ...good.request, body: sending(mallory) } },
      { ...good, appId: 'other' },
      { ...good, apiShare: good.apiShare.slice(4) },
    ]
    for (const input of changed)
      expect(await wallets.codeOf('signWithWallet', input)).toBeOneOf([
        'invalid_request',
        'wrong_signature',
        'not_found',
      ])
    expect(await wallets.codeOf('signWithWallet', good)).toBeUndefined()
  })

  test('a user’s access token: nothing where the app has not allowed it; else wallets of the user with a policy', async () => {
    const path = `apps/${world.appId}/wallet_settings`
    const allow = wallets.governing(path, { body: { user_keys: true } })
    await wallets.outputOf('updateWalletSettings', allow)
    const { policy } = await wallets.policy([toAlice])
    const owner = { userId: 'ada' }
    const held = await wallets.create({ owner, policyIds: [policy.id] })
    const bare = await wallets.create({ owner })
    const key = await exchangeUserKey({ world, wallets }, 'ada')
    const codeOf = (wallet: typeof held, to: string) =>
      wallets.codeOf('signWithWallet', wallets.signing(wallet, [key], sending(to)))

    expect(await codeOf(held, alice)).toBeUndefined()
    expect(await codeOf(held, mallory)).toBe('policy_violation')
    expect(await codeOf(bare, alice)).toBe('policy_violation')
    for (const change of [{ policy_ids: [] }, { owner: null }, { additional_signers: [] }])
      expect(await wallets.codeOf('updateWallet', wallets.updating(held, change, [key]))).toBe(
        'wrong_signature',
      )
    world.clock.ms += 3_600_001
    expect(await codeOf(held, alice)).toBe('wrong_signature')
  })

  test('WAL-13, WAL-14: write access to the signer’s schema: policies, settings and sets that were changed, swapped, removed or put back are refused', async () => {
    const { wallet, owner, policy } = await ownedThings()
    const { policy: other } = await wallets.policy([rule('*')])
    const { admin } = world
    const of = `sallyport_delegate.app_row where id = '${policy.id}'`
    const [before] = (await admin.query(`select * from ${of}`)).rows
    const update = (record: Buffer) =>
      admin.query(`update sallyport_delegate.app_row set record = $1 where id = $2`, [
        record,
        policy.id,
      ])
    const swapped = (
      await admin.query('select record from sallyport_delegate.app_row where id = $1', [other.id])
    ).rows[0].record
    /** At a signer that has read nothing yet. */
    const freshCode = async () => {
      const { config, clock, logger, directory } = world
      const socketPath = join(directory, `fresh-${Math.random()}.sock`)
      const signer = await startSigner({ config: { ...config, socketPath }, clock, logger })
      const fresh = await createServerWallets({ socketPath, appId: world.appId })
      const input = wallets.signing(wallet, [owner], sending(mallory))
      const code = await fresh.codeOf('signWithWallet', input)
      await signer.close()
      return code
    }
    expect(await freshCode()).toBe('policy_violation')
    await update(swapped)
    expect(await freshCode()).toBe('row_refused')
    await admin.query(`delete from ${of}`)
    expect(await freshCode()).toBe('row_refused')
    await admin.query(
      'insert into sallyport_delegate.app_row (app_id, kind, id, record) values ($1, $2, $3, $4)',
      [before.app_id, before.kind, before.id, before.record],
    )
    expect(await freshCode()).toBe('policy_violation')

    const narrower = { policyId: policy.id, body: { rules: [rule('personal_sign')] } }
    const change = wallets.governing(`policies/${policy.id}`, narrower, [owner])
    await wallets.outputOf('updatePolicy', change)
    await update(before.record)
    expect(await freshCode()).toBe('row_refused')
  })
})

test('WAL-10: while the owner changes, the old key signs before and the new one after, never both', async () => {
  expect(await signedWhileRotating([wallets, wallets], 20)).toEqual({
    ...{ lateByOld: 0, byOldAtTheEnd: 0, byNewAtTheEnd: 20 },
  })
})
