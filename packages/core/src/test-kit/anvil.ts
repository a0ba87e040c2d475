import { type ChildProcess, spawn } from 'node:child_process'
import { createRequire } from 'node:module'

/** A running local chain; `stop` ends it. */
export interface Anvil {
  url: string
  stop(): Promise<void>
}

/** Starts anvil on a free port with its well-known funded accounts. */
export async function startAnvil(...options: string[]): Promise<Anvil> {
  const launcher = createRequire(import.meta.url).resolve('@foundry-rs/anvil/bin.mjs')
  const child = spawn(process.execPath, [launcher, '--port', '0', ...options], {
    stdio: ['ignore', 'pipe', 'inherit'],
    detached: true,
  })
  const url = await listening(child)
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  return {
    url,
    async stop() {
      // The launcher's own process group: the binary is its child.
      if (child.pid !== undefined) process.kill(-child.pid, 'SIGTERM')
      await ended
    },
  }
}

function listening(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let output = ''
    child.stdout?.on('data', (chunk) => {
      output += chunk
      const [, address] = output.match(/Listening on (\S+)/) ?? []
      if (address) resolve(`http://${address}`)
    })
    child.once('exit', (code) => reject(new Error(`anvil ended with ${code}: ${output}`)))
  })
}
