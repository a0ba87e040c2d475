import type { OperationReading } from '@sallyport/contract/requests'
import type { ConfirmRequest, SallyportClient } from '@sallyport/core'
import type { ScreenProps } from '../../flow/screens.js'
import { useModal } from '../../modal/modal-context.js'
import { draftEthereum } from './draft-ethereum.js'
import type { Draft, Quote, Token } from './preview.js'
import { previewOf } from './quote-ethereum.js'
import { TransactionRequest } from './request.js'
import { tokenOnChain } from './token-on-chain.js'

/** The calls of a smart wallet that are to be approved. */
type OperationRequest = Extract<ConfirmRequest, { calls: unknown }>

type Props = Pick<ScreenProps<'EMBEDDED_WALLET_SEND_TRANSACTION_SCREEN'>, 'data' | 'end'> & {
  request: OperationRequest
}

/** Asks the user to approve calls of their smart wallet, one or several in one operation. */
export function OperationTransaction({ request, data, end }: Props) {
  const { client } = useModal().kit
  const { chain } = request
  const draft = draftOperation(request)
  const site = chain.blockExplorers?.default.url.replace(/\/$/, '')
  return (
    <TransactionRequest
      data={data}
      end={end}
      draft={draft}
      quote={() => quoteOperation(request, { client, draft })}
      explorer={(hash) => (site ? `${site}/tx/${hash}` : null)}
      signsOnly={request.kind === 'sign-operation'}
    />
  )
}

/** What the calls say: one as a transaction, several as a batch whose coins are added up. */
function draftOperation({ address, chain, calls }: OperationRequest): Draft {
  const drafts = calls.map((call) => draftEthereum({ address, chain, transaction: { ...call } }))
  const [first] = drafts
  if (first === undefined) throw new Error('An operation without calls')
  const subject: OperationReading = {
    ...{ kind: 'user-operation', sender: address, chainId: BigInt(chain.id) },
    ...{ maxFeeWei: null, nonce: null },
    calls: drafts.map(({ subject }) => callOf(subject)),
  }
  if (drafts.length === 1) return { ...first, subject }
  const units = drafts.reduce((sum, { spent }) => sum + spent.units, 0n)
  return {
    ...first,
    subject,
    action: { kind: 'batch' },
    spent: { ...first.spent, units },
    calls: drafts,
  }
}

function callOf(subject: Draft['subject']): OperationReading['calls'][number] {
  if (subject.kind !== 'ethereum-transaction') throw new TypeError('Calls are of Ethereum')
  const { action, valueWei, data } = subject
  return { action, valueWei, data }
}

async function quoteOperation(
  request: OperationRequest,
  deps: { client: SallyportClient; draft: Draft },
): Promise<Quote> {
  const [costs, tokens, simulation] = await Promise.all([
    // Not knowing is a state of its own on the screen.
    costsOf(request).catch(() => ({ fee: null, balance: null, likelyFails: false })),
    tokensOf(request, deps),
    previewOf(request, deps),
  ])
  const { action } = deps.draft
  const token = ('token' in action && tokens[action.token]) || null
  return { ...costs, token, tokens, simulation }
}

/** More than a person reads in one batch. */
const mostTokens = 20

/** The tokens of the calls, as their contracts describe them. */
async function tokensOf(
  { address, chain }: OperationRequest,
  { client, draft }: { client: SallyportClient; draft: Draft },
): Promise<Record<string, Token>> {
  const named = (draft.calls ?? [draft]).flatMap(({ action }) =>
    ['send-token', 'move-token', 'approve-token'].includes(action.kind) && 'token' in action
      ? [action.token]
      : [],
  )
  const read = [...new Set(named)].slice(0, mostTokens).map(async (token) => {
    const found = await tokenOnChain(client, { chain, token, holder: address })
    return found ? [[token, found] as const] : []
  })
  return Object.fromEntries((await Promise.all(read)).flat())
}

async function costsOf(request: OperationRequest) {
  const { maxCostWei, isSponsored, balanceWei, likelyFails } = await request.quote()
  return { fee: isSponsored ? 0n : maxCostWei, balance: balanceWei, likelyFails, isSponsored }
}
