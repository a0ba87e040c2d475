import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'

/**
 * Builds the pages of an app, in a process of its own, where they are missing or old. `npm start` leaves this to the running
 * sandbox for pages that a login does not open.
 *
 * @returns What is wrong, when that failed.
 */
export async function buildPage(root: string, name: string): Promise<string | undefined> {
  const script = join(root, 'scripts', 'build-page.mjs')
  if (!existsSync(script)) return undefined
  try {
    await promisify(execFile)(process.execPath, [script, name], { cwd: root })
    return undefined
  } catch (error) {
    const said = error instanceof Error && 'stderr' in error ? String(error.stderr) : String(error)
    return said.trim()
  }
}
