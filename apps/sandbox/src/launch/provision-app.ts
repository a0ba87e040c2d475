import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { StartError } from './start-error.js'

/** An app as the server's `provision-app` program takes it. */
export interface NewApp {
  appId: string
  appSecret: string
  name: string
  environment: 'development'
  settings: object
  privateSettings: object
}

/**
 * Creates an app with the server's `provision-app` program. An existing app is left as it is.
 *
 * @throws StartError with the program's last line when it fails.
 */
export async function provisionApp(options: {
  script: string
  env: Record<string, string>
  app: NewApp
}): Promise<void> {
  const { script, env, app } = options
  const run = promisify(execFile)(process.execPath, [script], {
    env: { PATH: process.env.PATH, ...env },
  })
  // The secret goes through standard input, because every process of the machine can read arguments.
  run.child.stdin?.end(JSON.stringify(app))
  await run.catch((error: { stderr?: string }) => {
    const line = error.stderr?.trim().split('\n').at(-1)
    throw new StartError(`Creating a demo's app failed: ${line || 'no reason given'}`)
  })
}
