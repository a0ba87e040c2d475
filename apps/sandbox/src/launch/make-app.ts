import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import type { Secrets } from './secrets.js'
import { Sentence } from './sentence.js'
import type { Urls } from './urls.js'

/**
 * Makes the demo's app in the server's database unless it is there, by the server's own program.
 *
 * @throws Sentence with the program's last line when it fails.
 */
export async function makeApp(options: {
  script: string
  env: Record<string, string>
  secrets: Secrets
  urls: Urls
}): Promise<void> {
  const { script, env, secrets, urls } = options
  const app = {
    appId: secrets.appId,
    appSecret: secrets.appSecret,
    name: 'Sallyport demo',
    environment: 'development',
    settings: { allowed_domains: [urls.demoUrl] },
  }
  const run = promisify(execFile)(process.execPath, [script], {
    env: { PATH: process.env.PATH, ...env },
  })
  // The secret goes by standard input: arguments can be read by every process of the machine.
  run.child.stdin?.end(JSON.stringify(app))
  await run.catch((error: { stderr?: string }) => {
    const line = error.stderr?.trim().split('\n').at(-1)
    throw new Sentence(`The demo's app could not be made: ${line || 'no reason given'}`)
  })
}
