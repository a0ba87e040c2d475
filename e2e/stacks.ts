import type { DevFile } from '@sallyport/protocols/sandbox'

/** A running stack: its addresses, and the folder with the log of each of its processes. */
export interface TestStack {
  dev: DevFile
  logDir: string
}

const variable = 'SALLYPORT_E2E_STACKS'

/** Hands the stacks to the workers, one for each: a test may move its stack's clock or change its app. */
export function shareStacks(stacks: readonly TestStack[]): void {
  process.env[variable] = JSON.stringify(stacks.map(({ dev, logDir }) => ({ dev, logDir })))
}

/** The stack of this worker. Outside of a run, while tests are only listed, its fields are empty. */
export function ownStack(): TestStack {
  // Written by `shareStacks` in the process that started this worker.
  const stacks = JSON.parse(process.env[variable] ?? '[]') as TestStack[]
  const own = stacks[Number(process.env.TEST_PARALLEL_INDEX ?? 0)]
  return own ?? { dev: {} as DevFile, logDir: '' }
}
