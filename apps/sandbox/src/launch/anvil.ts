import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { startGuarded } from './guarded.js'
import { notInstalled } from './not-installed.js'
import type { Running } from './running.js'
import { StartError } from './start-error.js'

/** Chain id of the local Ethereum chain. */
export const evmChainId = 31_337
const startMs = 15_000

/**
 * Starts the local Ethereum chain: one block per transaction, saved in `folder`/anvil.json. Any page on this machine may
 * call it, because the apps that developers try here run on ports of their own.
 */
export async function startAnvil(options: { folder: string; port: number }): Promise<Running> {
  const { folder, port } = options
  const flags = {
    '--host': '127.0.0.1',
    '--port': String(port),
    '--chain-id': String(evmChainId),
    '--state': join(folder, 'anvil.json'),
    '--state-interval': '5',
    '--hardfork': 'prague',
  }
  const running = startGuarded(
    'Ethereum chain',
    {
      binary: binary(),
      args: [...Object.entries(flags).flat(), '--quiet'],
      cwd: folder,
      stopSignal: 'SIGINT',
      killAfterMs: 2000,
    },
    join(folder, 'logs', 'anvil.log'),
  )
  let ended = false
  void running.exited.then(() => {
    ended = true
  })
  for (const started = Date.now(); !(await answers(port)); await wait(40))
    if (ended || Date.now() - started > startMs)
      throw new StartError(`The local Ethereum chain did not start: ${running.lastLine()}`)
  return running
}

/* The binary, not the script that wraps it: the script would survive a sudden end. */
function binary(): string {
  const system = process.platform === 'win32' ? 'win32' : process.platform
  const machine = process.arch === 'x64' ? 'amd64' : process.arch
  const name = `@foundry-rs/anvil-${system}-${machine}`
  const file = process.platform === 'win32' ? 'anvil.exe' : 'anvil'
  try {
    const near = createRequire(
      createRequire(import.meta.url).resolve('@foundry-rs/anvil/package.json'),
    )
    const path = join(dirname(near.resolve(`${name}/package.json`)), 'bin', file)
    if (existsSync(path)) return path
  } catch {
    // Reported below.
  }
  throw notInstalled('The local Ethereum chain')
}

async function answers(port: number): Promise<boolean> {
  try {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'eth_chainId', params: [] })
    const headers = { 'content-type': 'application/json' }
    const reply = await fetch(`http://127.0.0.1:${port}`, { method: 'POST', headers, body })
    return reply.ok
  } catch {
    return false
  }
}
