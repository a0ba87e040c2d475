import { join } from 'node:path'
import { createTestDatabase } from '@sallyport/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startSigner } from '../../start-signer.js'
import { newKey } from '../../testing/app-key.js'
import { limitedKinds } from '../../testing/limited-requests.js'
import { createServerWallets, type ServerWallets } from '../../testing/server-wallets.js'
import { createSignerWorld, type SignerWorld } from '../../testing/signer-world.js'

/* Limits of an app, asked for by many requests at once over two signers of one database. */

let world: SignerWorld
let wallets: ServerWallets
let second: ServerWallets
let closeSigners: () => Promise<void>
beforeAll(async () => {
  world = await createSignerWorld(await createTestDatabase())
  const { appId, config, clock, logger, directory } = world
  // Of 200 requests at once the last wait long on a busy machine.
  const options = { clock, logger, databaseDeadlineMs: 50_000, turnTimeoutMs: 50_000 }
  const start = async (name: string) => {
    const socketPath = join(directory, name)
    const { close } = await startSigner({ config: { ...config, socketPath }, ...options })
    return { close, app: await createServerWallets({ socketPath, appId }) }
  }
  const signers = [await start('first.sock'), await start('second.sock')] as const
  const [one, two] = signers
  ;[wallets, second] = [one.app, two.app]
  closeSigners = async () => {
    for (const { close } of signers) await close()
  }
})
afterAll(async () => {
  await closeSigners?.()
  await world.close()
})

type Wallet = Awaited<ReturnType<ServerWallets['create']>>

const rule = (method: string, conditions: object[]) => ({
  ...{ name: method, method, action: 'ALLOW', conditions },
})
const within = (limitId: string, most: string) => ({
  ...{ field_source: 'reference', field: `aggregation.${limitId}`, operator: 'lte', value: most },
})

const messageOf = (message: string) => ({
  method: 'personal_sign',
  params: { message, encoding: 'utf-8' },
})

/** How many of 200 requests at once are signed. Each signer carries out so many at a time as it takes on a connection. */
async function signedOf200(
  given: readonly Wallet[],
  bodyOf: (at: number, wallet: Wallet) => object,
) {
  const codes: (string | undefined)[] = []
  const ask = async (at: number) => {
    const wallet = given[at % given.length]
    if (!wallet) throw new Error('No wallet')
    const signer = at % 2 === 0 ? wallets : second
    const input = wallets.signing(wallet, [], bodyOf(at, wallet))
    codes.push(await signer.codeOf('signWithWallet', input))
  }
  await Promise.all(Array.from({ length: 200 }, (_, at) => ask(at)))
  expect(new Set(codes)).toEqual(new Set([undefined, 'policy_violation']))
  return codes.filter((code) => code === undefined).length
}

async function walletsWith(rules: object[]) {
  const { policy } = await wallets.policy(rules)
  const fields = { policyIds: [policy.id] }
  return Promise.all([1, 2, 3, 4].map(() => wallets.create(fields)))
}

describe('WAL-16: of 200 requests at once over two signers exactly 10 are signed', () => {
  test.each(limitedKinds)('$what', async ({ make }) => {
    const limited = await make(wallets, 10)

    expect(await signedOf200(limited.wallets, (at, wallet) => limited.bodyOf(at, wallet, 1))).toBe(
      10,
    )
  })
})

test('WAL-16: a signer that ends in the middle lets no more through: at most 10 are answered, and at most 10 were taken', async () => {
  const { appId, config, clock, logger, directory } = world
  const limitId = await wallets.limit({ method: 'personal_sign', metric: { function: 'count' } })
  const given = await walletsWith([rule('personal_sign', [within(limitId, '10')])])
  let answered = 0
  for (let round = 0; round < 3; round += 1) {
    const socketPath = join(directory, `ending-${round}.sock`)
    const signer = await startSigner({ config: { ...config, socketPath }, clock, logger })
    const third = await createServerWallets({ socketPath, appId })
    const first = new Promise<void>((resolve) => {
      for (let at = 0; at < 20; at += 1) {
        const wallet = given[at % given.length]
        if (!wallet) throw new Error('No wallet')
        const input = wallets.signing(wallet, [], messageOf(`round ${round}, ${at}`))
        // A call that the signer does not answer any more stays open.
        const count = (code: string | undefined) => {
          if (code === undefined) answered += 1
          resolve()
        }
        third.codeOf('signWithWallet', input).then(count, () => resolve())
      }
    })
    await first
    await signer.close()
  }
  let rest = 0
  for (let at = 0; at < 15; at += 1) {
    const [wallet] = given
    if (!wallet) throw new Error('No wallet')
    const input = wallets.signing(wallet, [], messageOf(`rest ${at}`))
    if ((await wallets.codeOf('signWithWallet', input)) === undefined) rest += 1
  }

  expect(answered + rest).toBeLessThanOrEqual(10)
})

test('WAL-13: error: what was spent cannot be put back, and a limit that is gone is missed', async () => {
  const { admin, config } = world
  // Of its own app: nothing of the app is signed afterwards.
  const app = await createServerWallets({ socketPath: config.socketPath, appId: 'thieves' })
  const limitId = await app.limit({ metric: { function: 'count' }, method: 'personal_sign' })
  const { policy } = await app.policy([rule('personal_sign', [within(limitId, '1')])])
  const wallet = await app.create({ policyIds: [policy.id] })
  const codeOf = (text: string, signer = app) =>
    signer.codeOf('signWithWallet', app.signing(wallet, [], messageOf(text)))
  expect([await codeOf('a'), await codeOf('b')]).toEqual([undefined, 'policy_violation'])

  await admin.query('delete from sallyport_delegate.spending_window where limit_id = $1', [limitId])
  expect(await codeOf('c')).toBe('row_refused')
  await admin.query('delete from sallyport_delegate.app_row where id = $1', [limitId])
  // A signer that has not read the row misses it.
  expect(await codeOf('d', second)).toBe('row_refused')
})

test('a limit for each key counts keys apart', async () => {
  const [one, two] = [newKey(), newKey()]
  const limitId = await wallets.limit({
    ...{ metric: { function: 'count' }, method: 'personal_sign', scope: 'key' },
  })
  const { policy } = await wallets.policy([rule('personal_sign', [within(limitId, '1')])])
  const { id } = await wallets.quorum({
    public_keys: [one.spki, two.spki],
    authorization_threshold: 1,
  })
  const wallet = await wallets.create({ owner: { quorumId: id }, policyIds: [policy.id] })
  const codeOf = (key: typeof one, message: string) =>
    wallets.codeOf('signWithWallet', wallets.signing(wallet, [key], messageOf(message)))

  expect([await codeOf(one, 'a'), await codeOf(one, 'b'), await codeOf(two, 'c')]).toEqual([
    undefined,
    'policy_violation',
    undefined,
  ])
})
