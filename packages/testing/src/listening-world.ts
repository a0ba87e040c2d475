import type { AddressInfo } from 'node:net'
import { rpcBroadcast } from '@sallyport/server'
import { createWalletWorld } from './wallet-world.js'

/** What the node of Ethereum answers. */
const answers: Record<string, unknown> = {
  eth_getTransactionCount: '0x0',
  eth_estimateGas: '0x5208',
  eth_getBlockByNumber: { baseFeePerGas: '0x64' },
  eth_maxPriorityFeePerGas: '0x2',
  eth_sendRawTransaction: '0x',
}

/** A wallet world that listens on a port of its own, with a node of the chain 31337 that takes every transaction. */
export async function createListeningWorld() {
  const world = await createWalletWorld({
    deps: {
      broadcast: rpcBroadcast(
        { ethereumRpcUrls: new Map([['31337', 'http://node']]), solanaRpcUrls: new Map() },
        async (_url, init) =>
          Response.json({ result: answers[JSON.parse(String(init?.body)).method] ?? null }),
      ),
    },
  })
  const { server, deps } = world.kit
  await server.listen({ host: '127.0.0.1', port: 0 })
  // It listens on a port, not on a socket.
  const { port } = server.server.address() as AddressInfo
  const apiUrl = `http://127.0.0.1:${port}`
  deps.config.publicOrigin = apiUrl
  return { ...world, apiUrl }
}
