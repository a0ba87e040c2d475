import type { AddressInfo } from 'node:net'
import { rpcBroadcast } from '@sallyport/server'
import { createWalletWorld } from '@sallyport/testing'
import { createClient } from '../client.js'
import type { ClientOptions } from '../options.js'

/** What a node of Ethereum answers. */
const answers: Record<string, unknown> = {
  eth_getTransactionCount: '0x0',
  eth_estimateGas: '0x5208',
  eth_getBlockByNumber: { baseFeePerGas: '0x64' },
  eth_maxPriorityFeePerGas: '0x2',
  eth_sendRawTransaction: '0x',
}

/** The real server and signer, listening, beside a client of this package with the same clock. */
export async function createBackEndWorld() {
  const world = await createWalletWorld({
    deps: {
      broadcast: rpcBroadcast(
        { ethereumRpcUrls: new Map([['31337', 'http://node']]), solanaRpcUrls: new Map() },
        async (_url, init) =>
          Response.json({ result: answers[JSON.parse(String(init?.body)).method] ?? null }),
      ),
    },
  })
  const { server, deps, clock, appId, appSecret } = world.kit
  await server.listen({ host: '127.0.0.1', port: 0 })
  const { port } = server.server.address() as AddressInfo
  const apiUrl = `http://127.0.0.1:${port}`
  deps.config.publicOrigin = apiUrl
  /** Requests that the client has sent. */
  const sent: string[] = []
  const connect = (options: Partial<ClientOptions> = {}) =>
    createClient({
      ...{ appId, appSecret, apiUrl, nowMs: clock.nowMs },
      fetch: (url, init) => {
        sent.push(`${init.method} ${new URL(url).pathname}`)
        return fetch(url, init)
      },
      ...options,
    })
  return { ...world, apiUrl, sent, connect, client: connect() }
}

/** The world that tests share. */
export type BackEndWorld = Awaited<ReturnType<typeof createBackEndWorld>>
