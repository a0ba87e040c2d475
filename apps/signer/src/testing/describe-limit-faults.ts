import { createTestDatabase } from '@sallyport/testing'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type LimitedKind, limitedKinds } from './limited-requests.js'
import { seededRandom } from './seeded-random.js'
import { createServerWallets, type ServerWallets } from './server-wallets.js'
import { createSignerWorld, type SignerWorld } from './signer-world.js'
import { consentTarget, strikeLimit, type Target, walletTarget } from './strike-limits.js'

/** A kind of limit, and how requests take from it. */
export interface StruckKind {
  what: string
  target(of: { world: SignerWorld; app: ServerWallets }): Promise<Target>
}

/** Every kind of limit of server wallets, one of them without idempotency keys, and a consent's. */
export const struckKinds: readonly StruckKind[] = [
  ...limitedKinds.map(
    (kind): StruckKind => ({
      what: kind.what,
      target: ({ app }) => walletTarget(kind, app),
    }),
  ),
  ...limitedKinds.slice(1, 2).map(
    (kind: LimitedKind): StruckKind => ({
      what: `${kind.what}, without idempotency keys`,
      target: ({ app }) => walletTarget({ ...kind, isKeyed: false }, app),
    }),
  ),
  { what: 'a sum of wei of a consent', target: ({ world }) => consentTarget(world) },
]

/** Faults for each kind in the deep tier; `SALLYPORT_LIMIT_FAULTS` gives another number, such as 10000 for a kind by itself. */
export const deepFaults = Number(process.env.SALLYPORT_LIMIT_FAULTS ?? 630)

/** Tests that strike limits of these kinds with so many faults each. */
export function describeLimitFaults(kinds: readonly StruckKind[], faults: number): void {
  if (!Number.isSafeInteger(faults) || faults < 1)
    throw new RangeError('SALLYPORT_LIMIT_FAULTS must be a whole number above 0')
  let world: SignerWorld
  let app: ServerWallets
  beforeAll(async () => {
    world = await createSignerWorld(await createTestDatabase())
    app = await createServerWallets({ socketPath: world.config.socketPath, appId: world.appId })
  })
  afterAll(() => world?.close())
  // A user's token of the world is of its beginning.
  beforeEach(() => {
    world.clock.ms = world.startMs
  })

  describe('WAL-16: signers that end at any wait, and APIs that lose answers, let no more through than the limit', () => {
    test.each(kinds)(
      '$what',
      async ({ what, target }) => {
        const random = seededRandom(what.length)
        const { violations, signed, refused, points, ...struck } = await strikeLimit(
          await target({ world, app }),
          { world, faults, random },
        )
        const said = `${struck.faults} faults at ${points.size} places: ${signed} signed, ${refused} refused`
        process.stdout.write(`${what}: ${said}\n`)

        expect(violations).toEqual([])
        expect([signed > 0, refused > 0]).toEqual([true, true])
      },
      // 1,260 take some minutes.
      Math.max(900_000, faults * 700),
    )
  })
}
