import type { SallyportClient } from '../client.js'
import { chainsOf, requireChain, rpcUrlOf } from '../providers/chains.js'
import { createRun, readEthereumTransaction } from '../providers/ethereum-transaction.js'
import { jsonRpc } from '../providers/json-rpc.js'
import { confirmThenRun } from '../providers/should-confirm.js'
import type { Chain, RequestStep, RequestUiOptions, WalletAccount } from '../types.js'
import type { StoredBatch } from './batches.js'
import type { CallReceipt, CallsAccount } from './calls-account.js'
import type { BatchCall } from './read-calls.js'
import { receiptOf } from './receipt-of.js'

/** Each call is a screen: of more, users do not read the last ones. */
const mostCalls = 20

/** How a sent transaction ends. */
type Ending = Exclude<RequestStep, { step: 'connecting' | 'recovering' | 'signing' | 'submitted' }>

interface SentCall {
  hash: string
  ending: Promise<Ending>
}

/**
 * An embedded wallet as an account for batches: each call is a transaction of its own, which the user approves on its own,
 * sent once the one before it is in a block. The first one that fails or is declined ends the batch.
 */
export function embeddedCallsAccount(client: SallyportClient, wallet: WalletAccount): CallsAccount {
  const { options, environment } = client
  const isOffered = (chainId: number) => chainsOf(options).some(({ id }) => id === chainId)
  return {
    address: wallet.address,
    mostCalls,
    chainIds: () => chainsOf(options).map(({ id }) => id),
    capabilitiesOn: (chainId) =>
      isOffered(chainId) ? { atomic: { status: 'unsupported' } } : null,
    async send({ calls: [first = {}, ...rest], chainId }, { ui, note }) {
      const chain = requireChain(options, chainId)
      const send = (call: BatchCall) => sendCall(client, { wallet, chain, call, ui })
      const sent = await send(first)
      // The answer does not wait for blocks (EIP-5792): the rest follows by itself.
      void sendRest({ sent, rest, send, note })
    },
    async receipts({ hashes, chainId }) {
      const url = rpcUrlOf(requireChain(options, chainId), options)
      const answers = await Promise.all(
        hashes.map((hash) =>
          jsonRpc(environment, url, { method: 'eth_getTransactionReceipt', params: [hash] }),
        ),
      )
      return answers.map(receiptOf).filter((each): each is CallReceipt => each !== null)
    },
  }
}

/** Follows the first transaction of a batch and sends the others, noting each. Never throws. */
async function sendRest({
  sent: first,
  rest,
  send,
  note,
}: {
  sent: SentCall
  rest: readonly BatchCall[]
  send: (call: BatchCall) => Promise<SentCall>
  note: (part: Partial<StoredBatch>) => void
}): Promise<void> {
  const hashes: string[] = []
  /** Whether the calls after it may be sent. */
  const follow = async ({ hash, ending }: SentCall): Promise<boolean> => {
    const isLast = hashes.push(hash) > rest.length
    note({ hashes: [...hashes], ...(isLast && { progress: 'sent' }) })
    const end = await ending
    if (end.step !== 'replaced') return end.step === 'confirmed'
    const { replacement } = end
    // What took its nonce stands for the transaction only where it is the same call.
    const isSame = replacement.reason === 'repriced'
    hashes.splice(-1, 1, ...(isSame ? [replacement.hash] : []))
    note({ hashes: [...hashes], ...(!isSame && { progress: 'stopped' }) })
    return isSame && replacement.outcome === 'confirmed'
  }
  let goesOn = await follow(first)
  for (const call of rest) {
    // Declined or refused: the user has seen why, and the status tells the app.
    const sent = goesOn ? await send(call).catch(() => null) : null
    if (!sent) return note({ progress: 'stopped' })
    goesOn = await follow(sent)
  }
}

/** Asks the user, sends the call as a transaction, and follows it. @throws what the provider's requests throw. */
async function sendCall(
  client: SallyportClient,
  input: { wallet: WalletAccount; chain: Chain; call: BatchCall; ui: RequestUiOptions },
): Promise<SentCall> {
  const { wallet, chain, call, ui } = input
  const kind = 'send-transaction'
  const transaction = { ...(await readEthereumTransaction({ ...call })) }
  const run = createRun(client, { kind, wallet, chain, transaction, isWatched: true })
  let end: (ending: Ending) => void = () => undefined
  const ending = new Promise<Ending>((resolve) => {
    end = resolve
  })
  const hash = await confirmThenRun(client, {
    request: { kind, address: wallet.address, chain, transaction },
    ui,
    run: (report, choice) =>
      run((step) => {
        report(step)
        if (isEnding(step)) end(step)
      }, choice),
  })
  return { hash, ending }
}

function isEnding(step: RequestStep): step is Ending {
  return ['confirmed', 'failed', 'replaced', 'timed-out'].includes(step.step)
}
