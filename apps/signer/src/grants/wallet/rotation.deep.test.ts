import { join } from 'node:path'
import { createTestDatabase } from '@sallyport/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startSigner } from '../../start-signer.js'
import { signedWhileRotating } from '../../testing/rotate-owner.js'
import { createServerWallets } from '../../testing/server-wallets.js'
import { createSignerWorld, type SignerWorld } from '../../testing/signer-world.js'

/* The owner of a wallet changes 1,000 times at one signer while the owner of before signs at it and at another one. */

let world: SignerWorld
beforeAll(async () => {
  world = await createSignerWorld(await createTestDatabase())
})
afterAll(() => world?.close())

test('WAL-10: of 1,000 changes none is followed by a signature of the owner of before', async () => {
  const { appId, config, clock, logger, directory } = world
  const socketPath = join(directory, 'second.sock')
  const second = await startSigner({ config: { ...config, socketPath }, clock, logger })
  const one = await createServerWallets({ socketPath: config.socketPath, appId })
  const two = await createServerWallets({ socketPath, appId })

  expect(await signedWhileRotating([one, two], 1_000)).toEqual({
    ...{ lateByOld: 0, byOldAtTheEnd: 0, byNewAtTheEnd: 1_000 },
  })
  await second.close()
}, 600_000)
