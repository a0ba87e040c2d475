import { SignClient } from '@walletconnect/sign-client'

/** The relay takes any project id of this form. */
export const testProjectId = '0123456789abcdef0123456789abcdef'

/** What the wallet does with what it is asked. */
export interface WalletConnectWalletOptions {
  relayUrl: string
  /** CAIP-2 chains it knows. */
  chains: readonly string[]
  address: string
  /** Answers a request; throws to reject it. */
  handle(request: { method: string; params: unknown; chainId: string }): Promise<unknown>
  /** Whether it approves sessions; default: it does. */
  approves?: () => boolean
}

/** A wallet that pairs by URI, over the real client of WalletConnect. */
export async function createWalletConnectWallet(options: WalletConnectWalletOptions) {
  const client = await SignClient.init({
    projectId: testProjectId,
    relayUrl: options.relayUrl,
    metadata: {
      name: 'Double',
      description: 'A test wallet',
      url: 'https://wallet.example',
      icons: [],
    },
    // Clients of one prefix share their connection and answer each other's requests.
    customStoragePrefix: `wallet-${crypto.randomUUID()}`,
    logger: 'silent',
    telemetryEnabled: false,
  })
  const rejected = { code: 5000, message: 'User rejected.' }
  client.on('session_proposal', ({ id, params }) => {
    if (options.approves?.() === false) {
      void client.reject({ id, reason: rejected })
      return
    }
    const { methods = [], events = [] } = params.optionalNamespaces.eip155 ?? {}
    const chains = [...options.chains]
    const accounts = chains.map((chain) => `${chain}:${options.address}`)
    void client.approve({ id, namespaces: { eip155: { chains, accounts, methods, events } } })
  })
  client.on('session_request', async ({ id, topic, params }) => {
    const { request, chainId } = params
    const response = await options.handle({ ...request, chainId }).then(
      (result) => ({ id, jsonrpc: '2.0' as const, result }),
      () => ({ id, jsonrpc: '2.0' as const, error: { code: 4001, message: 'User rejected.' } }),
    )
    await client.respond({ topic, response })
  })
  return {
    pair: (uri: string) => client.pair({ uri }),
    /** Tells every connected page that the wallet has changed its chain. */
    emitChain: async (chainId: string, id: number) => {
      for (const { topic } of client.session.getAll()) {
        await client.emit({ topic, chainId, event: { name: 'chainChanged', data: id } })
      }
    },
    disconnect: async () => {
      for (const { topic } of client.session.getAll()) {
        await client.disconnect({ topic, reason: { code: 6000, message: 'User disconnected.' } })
      }
    },
    sessionCount: () => client.session.getAll().length,
    stop: () => client.core.relayer.transportClose(),
  }
}
