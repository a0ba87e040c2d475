import { fileURLToPath } from 'node:url'
import { build } from '../../scripts/lib/build.mjs'
import { startStack } from '../../scripts/stack-under-test.mjs'
import { shareStacks } from '../stacks.js'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** Builds what changed and starts one stack for all engines; the returned function stops it. */
export default async function globalSetup(): Promise<() => Promise<void>> {
  const running = process.env.SALLYPORT_E2E_STACKS
  if (running !== undefined) return async () => undefined
  const problem = await build(root, () => undefined)
  if (problem) throw new Error(problem)
  const stack = await startStack({ portBase: 6300 })
  // Two workers, one stack: the journeys change neither its clock nor its apps.
  shareStacks([stack, stack])
  return stack.stop
}
