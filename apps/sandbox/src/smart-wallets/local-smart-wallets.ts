import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { mnemonicToAccount } from 'viem/accounts'
import { listen } from '../http/listen.js'
import { isOwnHost } from '../http/own-host.js'
import { readText } from '../http/read-text.js'
import type { Running } from '../launch/running.js'
import type { BundlerAnswer, PaymasterAnswer } from './answers.js'
import { startBundler } from './bundler.js'
import { createLocalClient, deployContracts } from './contracts.js'
import { answerPaymasterCall, createQuota, type PaymasterDeps } from './paymaster.js'
import { RpcError } from './rpc-error.js'

const maxBodyBytes = 500_000
const slowMs = 5_000

/** Anvil's public test phrase; its tenth account pays for operations on the local chain. */
const paymasterSigner = mnemonicToAccount(
  'test test test test test test test test test test test junk',
  { addressIndex: 9 },
)

/** What the simulator's own page has chosen. */
interface SmartWalletAnswers {
  bundler: () => BundlerAnswer
  paymaster: () => PaymasterAnswer
}

/** The running bundler and paymaster. */
export interface SmartWalletRig {
  stop(): Promise<void>
}

/**
 * Deploys the contracts of smart wallets to the local chain and listens on `port` of the loopback interface: `/rpc` is a bundler,
 * `/paymaster` a paymaster by ERC-7677. The bundler's own program starts with the first call, because most days need none.
 */
export async function startSmartWallets(options: {
  port: number
  bundlerPort: number
  rpcUrl: string
  folder: string
  answers: SmartWalletAnswers
}): Promise<SmartWalletRig> {
  const { port, bundlerPort, rpcUrl, folder, answers } = options
  const client = createLocalClient(rpcUrl)
  await deployContracts(client, paymasterSigner.address)
  let bundler: Promise<Running> | undefined
  const running = () => {
    bundler ??= startBundler({ client, rpcUrl, port: bundlerPort, folder })
    // The next call tries again.
    bundler.catch(() => {
      bundler = undefined
    })
    return bundler
  }
  const quota = createQuota(Date.now)
  const deps: PaymasterDeps = {
    client,
    signer: paymasterSigner,
    chosen: answers.paymaster,
    quota,
  }
  const bundlerUrl = `http://127.0.0.1:${bundlerPort}/rpc`
  const server = createServer((request, response) => {
    serve(request, response, {
      '/rpc': async (text) => {
        if (answers.bundler() === 'down') return undefined
        if (answers.bundler() === 'slow') await wait(slowMs)
        await running()
        return forward(bundlerUrl, text)
      },
      '/paymaster': async (text) =>
        answers.paymaster() === 'down' ? undefined : answerRpc(deps, text),
    }).catch(() => response.destroy())
  })
  const stopListening = await listen(server, port)
  return {
    async stop() {
      await stopListening()
      await (await bundler?.catch(() => undefined))?.stop()
    },
  }
}

/** Gets the body of a request; undefined answers that the service is down. */
type Service = (text: string) => Promise<string | undefined>

async function serve(
  request: IncomingMessage,
  response: ServerResponse,
  services: Readonly<Record<string, Service>>,
): Promise<void> {
  if (!isOwnHost(request)) return void response.writeHead(421).end()
  response.setHeader('access-control-allow-origin', '*')
  response.setHeader('access-control-allow-headers', '*')
  response.setHeader('access-control-allow-methods', 'POST, OPTIONS')
  if (request.method === 'OPTIONS') return void response.writeHead(204).end()
  const service = services[request.url?.split('?')[0] ?? '']
  if (!service || request.method !== 'POST') return void response.writeHead(404).end()
  const answer = await service(await readText(request, maxBodyBytes))
  if (answer === undefined) return void response.writeHead(503).end()
  response.writeHead(200, { 'content-type': 'application/json' }).end(answer)
}

async function forward(url: string, body: string): Promise<string> {
  const headers = { 'content-type': 'application/json' }
  return (await fetch(url, { method: 'POST', headers, body })).text()
}

async function answerRpc(deps: PaymasterDeps, text: string): Promise<string> {
  const call = JSON.parse(text) as { id?: unknown; method?: unknown; params?: unknown } // checked below
  const reply = (content: object) =>
    JSON.stringify({ jsonrpc: '2.0', id: call.id ?? null, ...content })
  try {
    const params = Array.isArray(call.params) ? call.params : []
    return reply({
      result: await answerPaymasterCall(deps, { method: String(call.method), params }),
    })
  } catch (error) {
    const { code, message } =
      error instanceof RpcError ? error : new RpcError(-32603, 'The paymaster failed')
    return reply({ error: { code, message } })
  }
}
