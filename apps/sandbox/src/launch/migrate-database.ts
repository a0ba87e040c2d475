import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { StartError } from './start-error.js'

/**
 * Creates or updates the server's tables with the server's own program, as the role that owns them.
 *
 * @throws StartError with the program's last line when it fails.
 */
export async function migrateDatabase(options: {
  script: string
  env: Record<string, string>
}): Promise<void> {
  const { script, env } = options
  const run = promisify(execFile)(process.execPath, [script], {
    env: { PATH: process.env.PATH, ...env },
  })
  await run.catch((error: { stderr?: string }) => {
    const line = error.stderr?.trim().split('\n').at(-1)
    const remedy =
      'To start with an empty database, which loses all test data: npm start -- --reset'
    throw new StartError(
      `${line || 'The database could not be migrated: no reason given'}. ${remedy}`,
    )
  })
}
