import {
  type ChildProcess,
  execFile,
  execFileSync,
  type SpawnOptions,
  spawn,
  spawnSync,
} from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

/* Programs of this checkout, as users of the system. */

/** The checkout. */
export const root = fileURLToPath(new URL('../../..', import.meta.url))
/** A built file of the checkout, such as `apps/server/dist/main.js`. */
export const built = (path: string) => join(root, path)

/** How a program is run. */
export interface Run {
  uid?: number
  gid?: number
  env: Record<string, string>
  args?: string[]
  input?: string
}

/** What a built program answers on standard output. */
export function command(script: string, { input = '', args = [], env, ...user }: Run): string {
  const given = { PATH: process.env.PATH, ...env }
  return execFileSync(process.execPath, [built(script), ...args], {
    ...user,
    input,
    env: given,
    encoding: 'utf8',
  })
}

/** Starts a built program; resolves once it listens. */
export async function start(script: string, { env, uid, gid }: Run): Promise<ChildProcess> {
  const given = { PATH: process.env.PATH, ...env }
  const { child } = await startCommand(process.execPath, [built(script)], { uid, gid, env: given })
  return child
}

/** Starts a program and waits until it says that it, or every program of `npm run serve`, listens. */
export async function startCommand(command: string, args: string[], options: SpawnOptions) {
  const child = spawn(command, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] })
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk) => {
      said += chunk
    })
  const wanted = command === 'npm' ? ['server is', 'pages process is', 'vault is'] : ['is']
  while (!wanted.every((name) => said.includes(`${name} listening`))) {
    await Promise.race([once(child.stdout ?? child, 'data'), once(child, 'exit')])
    if (child.exitCode !== null) throw new Error(said)
  }
  return { child, said }
}

/** What curl answers. */
export function ask(args: string[]): Promise<string> {
  return promisify(execFile)('curl', ['--silent', ...args]).then(({ stdout }) => stdout)
}

/** Ends a program that runs. */
export async function end(child: ChildProcess | undefined): Promise<void> {
  if (child === undefined || child.exitCode !== null) return
  child.kill('SIGTERM')
  await once(child, 'exit')
}

/** Runs code as a module of the checkout: what it prints, or `refused` and why. */
export function runCode(code: string, run: Run): string {
  const given = { ...run, encoding: 'utf8', cwd: root, input: code } as const
  const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module'], given)
  return stdout.trim() || `refused: ${stderr}`
}
