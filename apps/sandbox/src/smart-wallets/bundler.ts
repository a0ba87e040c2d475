import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { parseEther } from 'viem'
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts'
import { startGuarded } from '../launch/guarded.js'
import type { Running } from '../launch/running.js'
import { StartError } from '../launch/start-error.js'
import { entryPoints, type LocalClient } from './contracts.js'

const startMs = 30_000

/**
 * Starts a bundler (alto) for the local chain, which answers at `http://127.0.0.1:<port>/rpc` with the methods of ERC-4337
 * and `pimlico_getUserOperationGasPrice`. Its keys are new at each start and hold money of the local chain only.
 */
export async function startBundler(options: {
  client: LocalClient
  rpcUrl: string
  port: number
  folder: string
}): Promise<Running> {
  const { client, rpcUrl, port, folder } = options
  const [executor, utility] = [generatePrivateKey(), generatePrivateKey()]
  for (const key of [executor, utility])
    await client.setBalance({ address: privateKeyToAddress(key), value: parseEther('1000') })
  const flags = {
    '--entrypoints': Object.values(entryPoints).join(','),
    '--rpc-url': rpcUrl,
    '--port': String(port),
    '--executor-private-keys': executor,
    '--utility-private-key': utility,
    '--min-executor-balance': '0',
    // The checks of opcodes need a tracer that the local chain does not have.
    '--safe-mode': 'false',
    '--deploy-simulations-contract': 'true',
    '--min-bundle-interval': '50',
    '--max-bundle-interval': '200',
    '--polling-interval': '100',
    '--log-level': 'warn',
  }
  const loopback = fileURLToPath(new URL('../../data/listen-on-loopback.mjs', import.meta.url))
  const running = startGuarded(
    'bundler',
    {
      binary: process.execPath,
      // Its own option for the address is missing: it would listen on every network of the machine.
      args: ['--import', loopback, program(), 'run', ...Object.entries(flags).flat()],
      cwd: folder,
      stopSignal: 'SIGTERM',
      killAfterMs: 1000,
    },
    join(folder, 'logs', 'bundler.log'),
  )
  let ended = false
  void running.exited.then(() => {
    ended = true
  })
  for (const started = Date.now(); !(await answers(port)); await wait(50))
    if (ended || Date.now() - started > startMs) {
      await running.stop()
      throw new StartError(`The bundler did not start: ${running.lastLine()}`)
    }
  return running
}

/* The package exports its library only. */
function program(): string {
  const library = createRequire(import.meta.url).resolve('@pimlico/alto')
  return join(dirname(library), 'cli', 'alto.js')
}

async function answers(port: number): Promise<boolean> {
  try {
    const body = { jsonrpc: '2.0', id: 1, method: 'eth_supportedEntryPoints', params: [] }
    const reply = await fetch(`http://127.0.0.1:${port}/rpc`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    return reply.ok
  } catch {
    return false
  }
}
