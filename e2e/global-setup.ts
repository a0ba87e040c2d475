import { fileURLToPath } from 'node:url'
import type { FullConfig } from '@playwright/test'
import { build } from '../scripts/lib/build.mjs'
import { install } from '../scripts/lib/install.mjs'
import { startStack } from '../scripts/stack-under-test.mjs'
import { shareStacks } from './stacks.js'

/** Apart by more than `startStack` searches for free ports. */
const portBases = [4700, 5100, 5500, 5900]

const root = fileURLToPath(new URL('..', import.meta.url))

/**
 * Installs and builds what changed and starts a stack for each worker; the returned function stops them. Installed once here:
 * stacks that find other dependencies than the lock file's would install them at the same time.
 */
export default async function globalSetup({
  workers,
}: Pick<FullConfig, 'workers'>): Promise<() => Promise<void>> {
  const silent = () => undefined
  const problem = (await install(root, silent, { tools: true })) ?? (await build(root, silent))
  if (problem) throw new Error(problem)
  const stacks = await Promise.all(
    portBases.slice(0, workers).map((portBase) => startStack({ portBase })),
  )
  shareStacks(stacks)
  return async () => {
    await Promise.all(stacks.map(({ stop }) => stop()))
  }
}
