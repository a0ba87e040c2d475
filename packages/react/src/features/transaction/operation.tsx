import type { ConfirmRequest } from '@sallyport/core'
import type { ScreenProps } from '../../flow/screens.js'
import { draftEthereum } from './draft-ethereum.js'
import type { Draft, Quote } from './preview.js'
import { TransactionRequest } from './request.js'

/** The calls of a smart wallet that are to be approved. */
type OperationRequest = Extract<ConfirmRequest, { kind: 'send-operation' }>

type Props = Pick<ScreenProps<'EMBEDDED_WALLET_SEND_TRANSACTION_SCREEN'>, 'data' | 'end'> & {
  request: OperationRequest
}

/** Asks the user to approve calls of their smart wallet, one or several in one operation. */
export function OperationTransaction({ request, data, end }: Props) {
  const { chain } = request
  const site = chain.blockExplorers?.default.url.replace(/\/$/, '')
  return (
    <TransactionRequest
      data={data}
      end={end}
      draft={draftOperation(request)}
      quote={() => quoteOperation(request)}
      explorer={(hash) => (site ? `${site}/tx/${hash}` : null)}
      signsOnly={false}
    />
  )
}

/** What the calls say: one as a transaction, several as a batch whose coins are added up. */
function draftOperation({ address, chain, calls }: OperationRequest): Draft {
  const drafts = calls.map((call) => draftEthereum({ address, chain, transaction: { ...call } }))
  const [first] = drafts
  if (first === undefined) throw new Error('An operation without calls')
  if (drafts.length === 1) return first
  const units = drafts.reduce((sum, { spent }) => sum + spent.units, 0n)
  return {
    ...first,
    action: { kind: 'batch' },
    spent: { ...first.spent, units },
    details: [],
    calls: drafts,
  }
}

async function quoteOperation(request: OperationRequest): Promise<Quote> {
  try {
    const { maxCostWei, isSponsored, balanceWei, likelyFails } = await request.quote()
    const fee = isSponsored ? 0n : maxCostWei
    return { fee, balance: balanceWei, token: null, likelyFails, isSponsored }
  } catch {
    // Not knowing is a state of its own on the screen.
    return { fee: null, balance: null, token: null, likelyFails: false }
  }
}
