import { givesAuthority, type SolanaReading, type SolanaStep } from '@sallyport/contract/requests'
import type { Expectation } from './effects.js'

/** The most that a new token account needs to exist, in lamports: those of Token-2022 vary, and need more. */
const mostRent = 5_000_000n
const wrappedSol = 'So11111111111111111111111111111111111111112'

/** The wallet that signs, and the mints of token accounts, which not every instruction names. */
interface Known {
  wallet: string
  mints: Readonly<Record<string, string | undefined>>
}

/** What the instructions of a Solana transaction say they do. Unknown ones say nothing. */
export function expectSolana(
  { steps, maxFeeLamports, feePayer }: Pick<SolanaReading, 'steps' | 'maxFeeLamports' | 'feePayer'>,
  known: Known & { feeLamports: bigint },
): Expectation {
  const each = steps.map((step) => expectStep(step, known))
  // Nodes may answer the fee without what the transaction offers for priority.
  const priority = feePayer === known.wallet ? maxFeeLamports - known.feeLamports : 0n
  const spare = { token: null, id: null, units: priority > 0n ? priority : 0n }
  return {
    leaves: [spare, ...each.flatMap(({ leaves = [] }) => leaves)],
    arrives: each.flatMap(({ arrives = [] }) => arrives),
    approvals: each.flatMap(({ approvals = [] }) => approvals),
    givesControl: steps.some(givesAuthority),
  }
}

function expectStep(step: SolanaStep, { wallet, mints }: Known): Partial<Expectation> {
  const coins = (units: bigint) => ({ token: null, id: null, units })
  switch (step.kind) {
    case 'send-sol': {
      const sent = coins(step.lamports)
      const leaves = step.from === wallet ? [sent] : []
      return { leaves, arrives: [{ ...sent, account: step.to }] }
    }
    case 'create-account':
      return step.from === wallet ? { leaves: [coins(step.lamports)] } : {}
    case 'create-token-account':
      return { leaves: [coins(mostRent)] }
    case 'send-token':
    case 'burn-token': {
      const account = step.kind === 'burn-token' ? step.account : step.from
      const mint = step.amount.mint ?? mints[account] ?? account
      const token = mint === wrappedSol ? null : mint
      const moved = { token, id: null, units: step.amount.units }
      const arrives = step.kind === 'send-token' ? [{ ...moved, account: step.to }] : []
      return { leaves: [moved], arrives }
    }
    case 'approve-token': {
      const { account: token, delegate: party, amount } = step
      return { approvals: [{ token, party, units: amount.units, id: null }] }
    }
    default:
      return {}
  }
}
