import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { freePort } from '@sallyport/testing/free-port'
import { run } from '../lib/run.mjs'

/** Runtimes from npm: the package that has the program, and where it is in it. */
const packages = {
  bun: { name: '@oven/bun-linux-x64', version: '1.4.5', path: 'bin/bun' },
  deno: { name: '@deno/linux-x64-glibc', version: '2.9.6', path: 'deno' },
  workerd: { name: '@cloudflare/workerd-linux-64', version: '1.20261117.1', path: 'bin/workerd' },
  edge: { name: '@edge-runtime/vm', version: '5.0.0', path: 'dist/index.js' },
} as const

/** A runtime that is installed for a test. */
export type RuntimeName = keyof typeof packages

/** Installs the runtimes one by one into an empty folder: the path of each that could be had. */
export async function installRuntimes(
  folder: string,
): Promise<Partial<Record<RuntimeName, string>>> {
  writeFileSync(join(folder, 'package.json'), '{"private":true}')
  const found: Partial<Record<RuntimeName, string>> = {}
  if (process.platform !== 'linux' || process.arch !== 'x64') return found
  for (const [runtime, { name, version, path }] of Object.entries(packages)) {
    const args = ['install', '--ignore-scripts', '--no-audit', '--no-fund', `${name}@${version}`]
    const { code } = await run('npm', args, { cwd: folder })
    // A key of the record above.
    if (code === 0) found[runtime as RuntimeName] = join(folder, 'node_modules', name, path)
  }
  return found
}

/** Runs a worker beside the test: what it answers to one request with this body. */
export async function askWorker(
  workerd: string,
  { folder, script, body }: { folder: string; script: string; body: object },
): Promise<unknown> {
  const port = await freePort()
  writeFileSync(join(folder, 'worker.js'), script)
  writeFileSync(
    join(folder, 'worker.capnp'),
    `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [
    (name = "main", worker = (
      serviceWorkerScript = embed "worker.js",
      compatibilityDate = "2026-01-01",
      globalOutbound = "loopback",
    )),
    (name = "loopback", network = (allow = ["private", "local"])),
  ],
  sockets = [(name = "http", address = "127.0.0.1:${port}", http = (), service = "main")],
);
`,
  )
  const child = spawn(workerd, ['serve', 'worker.capnp'], { cwd: folder, stdio: 'inherit' })
  try {
    for (let tries = 0; ; tries += 1) {
      const init = { method: 'POST', body: JSON.stringify(body) }
      const answer = await fetch(`http://127.0.0.1:${port}`, init).catch(() => undefined)
      if (answer) return await answer.json()
      if (tries > 100) throw new Error('workerd does not listen')
      await new Promise((later) => setTimeout(later, 100))
    }
  } finally {
    child.kill()
    await once(child, 'close')
  }
}
