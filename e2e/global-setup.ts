import type { DevFile } from '@sallyport/contract'
// @ts-expect-error a plain script shared with the conformance run, which is installed apart from the workspaces
import { startStack } from '../scripts/stack-under-test.mjs'

/** Starts one stack on ports and data of its own for all specs; the returned function stops it. */
export default async function globalSetup(): Promise<() => Promise<void>> {
  const stack: { dev: DevFile; logDir: string; stop(): Promise<void> } = await startStack({
    portBase: 4700,
  })
  process.env.SALLYPORT_E2E_DEV = JSON.stringify(stack.dev)
  process.env.SALLYPORT_E2E_LOGS = stack.logDir
  return stack.stop
}
