import { combineDelegatedKey, fromBase64url, toBase64url } from '@sallyport/crypto'
import { createTestDatabase } from '@sallyport/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openSignerDatabase, type SignerDatabase } from '../../database.js'
import { signerCipher } from '../../signer-cipher.js'
import { signerRecords } from '../../signer-records.js'
import { createServerWallets, type ServerWallets } from '../../testing/server-wallets.js'
import { createSignerWorld, type SignerWorld } from '../../testing/signer-world.js'
import { restoreSecret } from './wallet-key.js'
import type { ServerWallet } from './wallet-rows.js'

/*
 * A thief with code in the signer's process: he has its keys, its database in clear, and hears every call from then on. docs/trust/threats.md.
 */

let world: SignerWorld
let wallets: ServerWallets
let db: SignerDatabase
beforeAll(async () => {
  world = await createSignerWorld(await createTestDatabase())
  wallets = await createServerWallets({ socketPath: world.config.socketPath, appId: world.appId })
  db = openSignerDatabase(world.config.databaseUrl, 15_000)
})
afterAll(async () => {
  await db?.destroy()
  await world?.close()
})

/** Every record of the database, opened with the signer's keys. */
async function openedRecords(): Promise<string[]> {
  const cipher = signerCipher(world.config.keks)
  const texts: string[] = []
  for (const { table, column, keys, placeOf } of Object.values(signerRecords.columns)) {
    const { rows } = await world.admin.query(`select * from sallyport_delegate.${table}`)
    for (const row of rows) {
      if (row[column] === null) continue
      const place = placeOf(keys.map((name) => String(row[name])))
      texts.push(Buffer.from(await cipher.open(new Uint8Array(row[column]), place)).toString())
    }
  }
  return texts
}

test('a thief has code in the signer: the keys of wallets that are used while it is there, and no key of an idle one', async () => {
  // Both were made before he came.
  const [used, idle] = [await wallets.create(), await wallets.create()]
  const heard: string[] = []
  const call = wallets.signing(used, [])
  heard.push(JSON.stringify(call))
  await wallets.outputOf('signWithWallet', call)
  const records = await openedRecords()
  const everything = [...heard, ...records].join('\n')
  const walletOf = (id: string): ServerWallet => {
    const found = records.find((text) => text.includes(`"id":"${id}"`) && text.includes('"share"'))
    return JSON.parse(found ?? '{}')
  }

  // What he has of the used one opens it.
  expect(everything).toContain(used.apiShare)
  const { key } = await restoreSecret(walletOf(used.walletId), used.apiShare)
  expect(key).toHaveLength(32)
  // Of the idle one he has the signer's half alone; no other half that he has heard fits.
  const own = walletOf(idle.walletId)
  expect(own.address).toBe(idle.address)
  const restored = await restoreSecret(own, idle.apiShare)
  const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex')
  for (const secret of [
    idle.apiShare,
    ...[restored.key, restored.secret].flatMap((bytes) => [hex(bytes), toBase64url(bytes)]),
  ])
    expect(everything).not.toContain(secret)
  for (const half of [used.apiShare, own.share, walletOf(used.walletId).share])
    await expect(restoreSecret(own, half)).rejects.toThrow()
  const halves = { signer: fromBase64url(own.share), app: fromBase64url(used.apiShare) }
  await expect(combineDelegatedKey(halves, 'any')).rejects.toThrow()
})
