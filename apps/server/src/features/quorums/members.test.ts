import { api } from '@sallyport/contract'
import { type AuthorizationKey, createWalletWorld, type WalletWorld } from '@sallyport/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

/* Users as members of quorums, and as owners: they have to be users of the app when they are named. */

const { aggregations, conditionSets, intents, keyQuorums, policies, users, walletActions } = api
const theApp = 'The app has no such user'
const stranger = 'did:privy:stranger'
let world: WalletWorld
let key: AuthorizationKey
beforeAll(async () => {
  world = await createWalletWorld()
  key = world.newKey()
})
afterAll(() => world?.close())

/** A user of the app. @returns their id, with prefix. */
async function newUser(address: string): Promise<string> {
  const body = { linked_accounts: [{ type: 'email' as const, address }] }
  const { status, body: user } = await world.call(users.import, { body })
  if (status !== 200) throw new Error(JSON.stringify(user))
  return user.id
}
const quorumOf = async (user_ids: string[]) => {
  const body = { public_keys: [key.spki], user_ids, authorization_threshold: 1 }
  const answer = await world.call(keyQuorums.create, { body })
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.body))
  return answer.body
}
const refusalOf = async (call: Promise<{ status: number; body: object }>) => {
  const { status, body } = await call
  return { status, ...body }
}
const unknown = (field: string) => ({
  ...{ status: 400, code: 'invalid_data', data: { field } },
  error: field === 'user_ids' ? `${theApp}: ${stranger}` : theApp,
})

describe('a user that the app does not have', () => {
  test('error: is refused as a member of a quorum, also not by a change or the proposal of one', async () => {
    const member = await newUser('member@example.com')
    const body = { user_ids: [member, stranger] }
    expect(await refusalOf(world.call(keyQuorums.create, { body }))).toMatchObject(
      unknown('user_ids'),
    )
    const { id } = await quorumOf([member])
    const change = { params: { key_quorum_id: id }, body }
    expect(await refusalOf(world.call(keyQuorums.update, change, { keys: [key] }))).toMatchObject(
      unknown('user_ids'),
    )
    expect(await refusalOf(world.call(intents.updateKeyQuorum, change))).toMatchObject(
      unknown('user_ids'),
    )
  })

  test('error: owns nothing', async () => {
    const owner = { user_id: stranger }
    const policy = { version: '1.0' as const, name: 'P', chain_type: 'ethereum', rules: [] }
    const limit = {
      ...{ name: 'Day', method: '*', metric: { function: 'count' as const } },
      window: { type: 'rolling' as const, seconds: 86_400 },
    }
    const made = [
      world.call(policies.create, { body: { ...policy, owner } }),
      world.call(aggregations.create, { body: { ...limit, owner } }),
      world.call(conditionSets.create, { body: { name: 'Set', owner } }),
    ]
    for (const each of made) expect(await refusalOf(each)).toMatchObject(unknown('owner.user_id'))
    const kept = await world.call(policies.create, {
      body: { ...policy, owner: { public_key: key.spki } },
    })
    const change = { params: { policy_id: kept.body.id }, body: { owner } }
    for (const call of [
      world.call(policies.update, change, { keys: [key] }),
      world.call(intents.updatePolicy, change),
    ])
      expect(await refusalOf(call)).toMatchObject(unknown('owner.user_id'))
  })
})

test('a member who is deleted later stays in the quorum, and the others go on', async () => {
  const member = await newUser('leaver@example.com')
  const { id } = await quorumOf([member])
  const wallet = await world.createWallet({ owner_id: id })
  const gone = await world.call(users.delete, { params: { user_id: member } })
  expect(gone.status).toBeLessThan(300)

  const params = { key_quorum_id: id }
  expect((await world.call(keyQuorums.find, { params })).body.user_ids).toEqual([member])
  const body = { method: 'personal_sign', params: { message: 'hello', encoding: 'utf-8' } }
  const signing = { params: { wallet_id: wallet.id }, body }
  expect((await world.call(walletActions.rpc, signing, { keys: [key] })).status).toBe(200)
  for (const change of [{ display_name: 'Others' }, { user_ids: [member] }]) {
    const changed = await world.call(keyQuorums.update, { params, body: change }, { keys: [key] })
    expect([changed.status, changed.body.user_ids]).toEqual([200, [member]])
  }
  const proposed = await world.call(intents.updateKeyQuorum, {
    params,
    body: { user_ids: [member], display_name: 'Again' },
  })
  expect(proposed.body.status).toBe('pending')
})
