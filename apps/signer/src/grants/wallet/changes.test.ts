import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { createTestDatabase } from '@sallyport/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startSigner } from '../../start-signer.js'
import { newKey } from '../../testing/app-key.js'
import { createServerWallets, type ServerWallets } from '../../testing/server-wallets.js'
import { createSignerWorld, type SignerWorld } from '../../testing/signer-world.js'

/* Changes of owners and quorums, and a thief with write access to the signer's schema: at two signers of one database. */

let world: SignerWorld
let wallets: ServerWallets
/** The same app at a second signer. */
let second: ServerWallets
let closeSecond: () => Promise<void>
beforeAll(async () => {
  world = await createSignerWorld(await createTestDatabase())
  const { appId, config, clock, logger, directory } = world
  wallets = await createServerWallets({ socketPath: config.socketPath, appId })
  const socketPath = join(directory, 'second.sock')
  const signer = await startSigner({
    ...{ config: { ...config, socketPath }, clock, logger, turnTimeoutMs: 30_000 },
  })
  closeSecond = signer.close
  second = await createServerWallets({ socketPath, appId })
})
afterAll(async () => {
  await closeSecond?.()
  await world.close()
})

const table = (name: string) => `sallyport_delegate.${name}`

/** The record of a row, and a function that puts it back. */
async function keepRow(name: string, column: string, id: string) {
  const { rows } = await world.admin.query(
    `select record from ${table(name)} where ${column} = $1`,
    [id],
  )
  return () =>
    world.admin.query(`update ${table(name)} set record = $2 where ${column} = $1`, [
      id,
      rows[0].record,
    ])
}

/** A wallet whose owner has changed from one key to another, and the row of before. */
async function changedWallet() {
  const [before, after] = [newKey(), newKey()]
  const wallet = await wallets.create({ owner: { publicKey: before.spki } })
  const putBack = await keepRow('wallet', 'wallet_id', wallet.walletId)
  const change = { owner: { public_key: after.spki } }
  await wallets.outputOf('updateWallet', wallets.updating(wallet, change, [before]))
  return { wallet, before, after, putBack }
}

describe('a change of a wallet', () => {
  test('is signed by the present owner; from then on the new one signs, at every signer', async () => {
    const { wallet, before, after } = await changedWallet()

    for (const signer of [wallets, second]) {
      expect(await signer.codeOf('signWithWallet', signer.signing(wallet, [before]))).toBe(
        'wrong_signature',
      )
      expect(await signer.codeOf('signWithWallet', signer.signing(wallet, [after]))).toBeUndefined()
    }
  })

  test('error: another key, another wallet, another method, and a body that names unknown fields', async () => {
    const owner = newKey()
    const [wallet, other] = [
      await wallets.create({ owner: { publicKey: owner.spki } }),
      await wallets.create({ owner: { publicKey: owner.spki } }),
    ]
    const change = { owner_id: null }
    const codeOf = (input: object) => wallets.codeOf('updateWallet', input)
    const good = wallets.updating(wallet, change, [owner])

    expect(await codeOf(wallets.updating(wallet, change, [newKey()]))).toBe('wrong_signature')
    expect(
      await codeOf({ ...wallets.updating(other, change, [owner]), walletId: wallet.walletId }),
    ).toBe('invalid_request')
    expect(await codeOf({ ...good, request: { ...good.request, method: 'POST' } })).toBe(
      'invalid_request',
    )
    expect(await codeOf(wallets.updating(wallet, { role: 'root' }, [owner]))).toBe(
      'invalid_request',
    )
    expect(await codeOf(good)).toBeUndefined()
  })
})

describe('WAL-03: the API process, which has seen every signed change', () => {
  test('error: adds a signer again that the owner has removed', async () => {
    const owner = newKey()
    const wallet = await wallets.create({ owner: { publicKey: owner.spki } })
    const { id } = await wallets.quorum({ public_keys: [newKey().spki] })
    const add = wallets.updating(wallet, { additional_signers: [{ signer_id: id }] }, [owner])
    const remove = wallets.updating(wallet, { additional_signers: [] }, [owner])
    await wallets.outputOf('updateWallet', add)
    await wallets.outputOf('updateWallet', remove)

    expect(await wallets.codeOf('updateWallet', add)).toBe('wrong_signature')
    expect(await second.codeOf('updateWallet', add)).toBe('wrong_signature')
    expect((await second.outputOf('updateWallet', remove)).wallet.signers).toEqual([])
  })

  test('error: puts a key back that a member has removed from the quorum, also with a URL of one slash where two were signed', async () => {
    const [one, two] = [newKey(), newKey()]
    const { id } = await wallets.quorum({ public_keys: [one.spki], authorization_threshold: 1 })
    const body = { public_keys: [one.spki, two.spki] }
    const sent = wallets.changing(id, body, [one], { base: 'https://api.example//v1' })
    const oneSlash = sent.request.url.replace('//v1', '/v1')
    await wallets.outputOf('updateQuorum', sent)
    await wallets.outputOf('updateQuorum', wallets.changing(id, { public_keys: [one.spki] }, [one]))

    expect(await wallets.codeOf('updateQuorum', sent)).toBe('wrong_signature')
    expect(
      await wallets.codeOf('updateQuorum', {
        ...sent,
        request: { ...sent.request, url: oneSlash },
      }),
    ).toBe('wrong_signature')
  })

  test('the same change sent again at once, as clients do without an answer, answers the same and changes nothing', async () => {
    const owner = newKey()
    const wallet = await wallets.create({ owner: { publicKey: owner.spki } })
    const { id } = await wallets.quorum({ public_keys: [newKey().spki] })
    const add = wallets.updating(wallet, { additional_signers: [{ signer_id: id }] }, [owner])

    const answers = await Promise.all(
      [wallets, second].map((each) => each.outputOf('updateWallet', add)),
    )

    expect(answers[0]).toEqual(answers[1])
    const { rows } = await world.admin.query(
      `select count(*)::int as changes from ${table('row_change')} where app_id = $1`,
      [wallets.appId],
    )
    await wallets.outputOf('updateWallet', add)
    const later = await world.admin.query(
      `select count(*)::int as changes from ${table('row_change')} where app_id = $1`,
      [wallets.appId],
    )
    expect(later.rows).toEqual(rows)
  })

  test('a wallet without owner is changed by the same call as often as it is sent', async () => {
    const wallet = await wallets.create()
    const { id } = await wallets.quorum({ public_keys: [newKey().spki] })
    const add = wallets.updating(wallet, { additional_signers: [{ signer_id: id }] }, [])
    await wallets.outputOf('updateWallet', add)
    await wallets.outputOf('updateWallet', wallets.updating(wallet, { additional_signers: [] }, []))

    const { signers } = (await wallets.outputOf('updateWallet', add)).wallet
    expect(signers).toHaveLength(1)
  })
})

describe('a change of a quorum', () => {
  test('is signed by its present members; a removed key signs no more, and a deleted quorum nothing', async () => {
    const [one, two] = [newKey(), newKey()]
    const { id } = await wallets.quorum({ public_keys: [one.spki] })
    const wallet = await wallets.create({ owner: { quorumId: id } })
    const replace = { public_keys: [two.spki] }

    expect(await wallets.codeOf('updateQuorum', wallets.changing(id, replace, [two]))).toBe(
      'wrong_signature',
    )
    expect(
      await wallets.codeOf('updateQuorum', wallets.changing(id, replace, [one])),
    ).toBeUndefined()
    expect(await second.codeOf('signWithWallet', wallets.signing(wallet, [one]))).toBe(
      'wrong_signature',
    )
    expect(await second.codeOf('signWithWallet', wallets.signing(wallet, [two]))).toBeUndefined()
    expect(
      await wallets.codeOf('deleteQuorum', wallets.changing(id, {}, [two], { method: 'DELETE' })),
    ).toBeUndefined()
    expect(await second.codeOf('signWithWallet', wallets.signing(wallet, [two]))).toBe('not_found')
  })
})

describe('write access to the signer’s schema', () => {
  test('WAL-14: error: the wallet’s row of before its owner changed is refused, by each signer, and alarmed', async () => {
    const { wallet, before, putBack } = await changedWallet()
    await putBack()

    for (const signer of [wallets, second])
      expect(await signer.codeOf('signWithWallet', signer.signing(wallet, [before]))).toBe(
        'row_refused',
      )
    expect(world.logLines.join('')).toContain('"event":"row_refused"')
  })

  test('WAL-14: error: a quorum’s row of before a key was removed is refused', async () => {
    const [one, two] = [newKey(), newKey()]
    const { id } = await wallets.quorum({ public_keys: [one.spki] })
    const wallet = await wallets.create({ owner: { quorumId: id } })
    const putBack = await keepRow('key_quorum', 'quorum_id', id)
    await wallets.outputOf('updateQuorum', wallets.changing(id, { public_keys: [two.spki] }, [one]))
    await putBack()

    expect(await second.codeOf('signWithWallet', wallets.signing(wallet, [one]))).toBe(
      'row_refused',
    )
  })

  test('WAL-13, WAL-14: error: rows moved to another wallet, changed, or sealed by another key', async () => {
    const [one, two] = [
      await wallets.create(),
      await wallets.create({ owner: { publicKey: newKey().spki } }),
    ]
    await world.admin.query(
      `update ${table('wallet')} set record = (select record from ${table('wallet')} where wallet_id = $1)
        where wallet_id = $2`,
      [one.walletId, two.walletId],
    )
    expect(await wallets.codeOf('signWithWallet', wallets.signing(two, []))).toBe('row_refused')

    await world.admin.query(`update ${table('wallet')} set record = $2 where wallet_id = $1`, [
      one.walletId,
      randomBytes(200),
    ])
    expect(await wallets.codeOf('signWithWallet', wallets.signing(one, []))).toBe('row_refused')
  })

  test('WAL-14: error: with the counter put back, removed, or an entry of the list gone, nothing of the app is done', async () => {
    const { appId, admin, config, clock, logger, directory } = world
    const { wallet, after } = await changedWallet()
    const input = wallets.signing(wallet, [after])
    expect(await wallets.codeOf('signWithWallet', input)).toBeUndefined()
    const putBack = await keepRow('app_counter', 'app_id', appId)
    const restore = async (change: () => Promise<unknown>, codeOf = wallets.codeOf) => {
      await admin.query(`create temporary table kept as select * from ${table('row_change')}`)
      await change()
      const code = await codeOf('signWithWallet', input)
      await admin.query(`truncate ${table('row_change')}`)
      await admin.query(`insert into ${table('row_change')} select * from kept`)
      await admin.query('drop table kept')
      return code
    }
    // A signer that starts afresh has only the list.
    const socketPath = join(directory, 'third.sock')
    const third = await startSigner({ config: { ...config, socketPath }, clock, logger })
    const fresh = await createServerWallets({ socketPath, appId })
    const removeEntry = () =>
      admin.query(`delete from ${table('row_change')} where app_id = $1 and counter = 1`, [appId])
    expect(await restore(removeEntry, fresh.codeOf)).toBe('row_refused')
    expect(await restore(async () => {}, fresh.codeOf)).toBeUndefined()
    await third.close()

    // The counter of before the next change, with that change's entry removed.
    const next = await changedWallet()
    await admin.query(
      `delete from ${table('row_change')} where counter = (select max(counter) from ${table('row_change')})`,
    )
    await putBack()
    await next.putBack()
    expect(
      await wallets.codeOf('signWithWallet', wallets.signing(next.wallet, [next.before])),
    ).toBe('row_refused')

    await admin.query(`delete from ${table('app_counter')} where app_id = $1`, [appId])
    expect(await wallets.codeOf('signWithWallet', input)).toBe('row_refused')
  })
})
