import { type calls, type RequestStep, RpcError } from '@sallyport/core'
import type { NamedPaymaster, PreparedOperation } from '@sallyport/smart-wallets'
import { asking, type Connected } from './client.js'

type Hex = `0x${string}`

/** An operation of more calls is larger than bundlers take. */
const mostCalls = 100

/** A smart wallet as an account for batches (EIP-5792): all calls are one operation, which a paymaster of the app may pay. */
export function smartCallsAccount({
  address,
  chainIds,
  connect,
}: {
  address: string
  /** The chains that the app has configured. */
  chainIds: readonly number[]
  connect: (chainId: number) => Promise<Connected>
}): calls.CallsAccount {
  return {
    address,
    mostCalls,
    chainIds: () => chainIds,
    capabilitiesOn: (chainId) =>
      chainIds.includes(chainId)
        ? { atomic: { status: 'supported' }, paymasterService: { supported: true } }
        : null,
    async send({ calls, chainId, capabilities }, { ui, note }) {
      const paymaster = readPaymaster(capabilities.paymasterService)
      const connected = await connect(chainId)
      const send = asking(
        connected,
        'send-operation',
        async (prepared, report) => {
          const { library, connection } = connected
          const hash = await library.sendOperation(connection, prepared)
          report({ step: 'submitted', hash })
          note({ operation: hash, progress: 'sent' })
          void follow(connected, { prepared, hash, note }).then(report)
        },
        paymaster,
      )
      await send({ calls: calls.map(toOperationCall) }, { uiOptions: ui })
    },
    async receipts({ operation, hashes, chainId }) {
      const hash = operation ?? hashes[0]
      if (hash === undefined) return []
      const { library, connection } = await connect(chainId)
      const found = await library.readOperation(connection, hash as Hex) // noted by `send`
      return found ? [found] : []
    },
  }
}

/** How the operation ended, and notes where another one took its place. */
async function follow(
  { library, connection }: Connected,
  {
    prepared,
    hash,
    note,
  }: { prepared: PreparedOperation; hash: Hex; note: (part: Partial<calls.StoredBatch>) => void },
): Promise<RequestStep> {
  try {
    const { kind, transactionHash } = await library.waitForOperation(connection, {
      ...prepared,
      hash,
    })
    // The same calls at another price are what was approved.
    if (kind === 'included' || kind === 'repriced')
      return { step: 'confirmed', hash: transactionHash }
    note({ progress: 'stopped' })
    return { step: 'failed', hash, reason: `The operation was ${kind} by ${transactionHash}` }
  } catch (error) {
    // It may still be included: the status of the batch asks the bundler anew.
    return { step: 'failed', hash, reason: String(error instanceof Error ? error.message : error) }
  }
}

function toOperationCall({ to, data, value }: { to?: Hex; data?: Hex; value?: Hex }) {
  if (to === undefined)
    throw new RpcError(-32602, { message: 'A smart wallet cannot create a contract by a call' })
  return {
    to,
    ...(data !== undefined && { data }),
    ...(value !== undefined && { value: BigInt(value) }),
  }
}

/** The paymaster of the capability (ERC-7677). @throws RpcError -32602 unless its URL is https, or http on this machine. */
function readPaymaster(
  asked: Readonly<Record<string, unknown>> | undefined,
): NamedPaymaster | undefined {
  if (asked === undefined) return undefined
  const { url, context } = asked
  const parsed = typeof url === 'string' && URL.canParse(url) ? new URL(url) : null
  const isSafe =
    parsed?.protocol === 'https:' ||
    (parsed?.protocol === 'http:' && ['localhost', '127.0.0.1', '[::1]'].includes(parsed.hostname))
  if (!parsed || !isSafe)
    throw new RpcError(-32602, { message: 'paymasterService.url must be an https URL' })
  if (context !== undefined && (typeof context !== 'object' || context === null))
    throw new RpcError(-32602, { message: 'paymasterService.context must be an object' })
  return { url: parsed.href, context: context as Record<string, unknown> | undefined } // checked above
}
