import { createTestDatabase } from '@sallyport/testing'
import { afterAll } from 'vitest'
import { createServerWallets } from './server-wallets.js'
import { createSignerWorld } from './signer-world.js'

/** A signer over a database of its own, with the server wallets of an app, until the tests of the file have ended. */
export async function openServerWallets() {
  const world = await createSignerWorld(await createTestDatabase())
  afterAll(() => world.close())
  const { config, appId } = world
  const wallets = await createServerWallets({ socketPath: config.socketPath, appId })
  return { world, wallets }
}
