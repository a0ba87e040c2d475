import type { Subject } from '../reading.js'
import { presentBitcoin } from './bitcoin.js'
import { presentEthereum, presentOperation } from './ethereum.js'
import { presentAuthorization, presentBytes, presentDigest, presentMessage } from './message.js'
import type { Part, Presentation, PresentGiven, Row } from './presentation.js'
import { addressRow, lookAlikeCautions, withNotes } from './rows.js'
import { presentSolana } from './solana.js'
import { presentTypedData } from './typed-data.js'
import { inOrder } from './warnings.js'

/**
 * Everything that the user is shown about a request: what it does, who takes part, how much of what, and what to mind. The modal and
 * the wallet frame draw what this says, so that the same bytes read the same in both.
 */
export function present(subject: Subject, given: PresentGiven): Presentation {
  const { wallet, words } = given
  const shown = presentSubject(subject, given)
  const noted = shown.parts.map((part) => withPartNotes(part, given))
  const parts =
    wallet === null
      ? noted
      : withWallet(noted, { ...addressRow(words.wallet, wallet), isWallet: true })
  const cautions = inOrder([...shown.cautions, ...lookAlikeCautions(shown.parts, given)])
  return { ...shown, parts, cautions, isFree: shown.isFree && cautions.length === 0 }
}

function presentSubject(subject: Subject, given: PresentGiven): Presentation {
  switch (subject.kind) {
    case 'message':
      return presentMessage(subject, given)
    case 'bytes':
      return presentBytes(subject, given)
    case 'digest':
      return presentDigest(subject, given)
    case 'authorization':
      return presentAuthorization(subject, given)
    case 'typed-data':
      return presentTypedData(subject, given)
    case 'ethereum-transaction':
      return presentEthereum(subject, given)
    case 'user-operation':
      return presentOperation(subject, given)
    case 'solana-transaction':
      return presentSolana(subject, given)
    case 'bitcoin-transaction':
      return presentBitcoin(subject, given)
  }
}

function withPartNotes(part: Part, given: PresentGiven): Part {
  if (part.kind === 'rows') return { ...part, rows: withNotes(part.rows, given) }
  if (part.kind !== 'steps') return part
  return {
    ...part,
    steps: part.steps.map((step) => ({ ...step, rows: withNotes(step.rows, given) })),
  }
}

/** The parts with the wallet that signs: at the end of the facts, or after what is signed. */
function withWallet(parts: readonly Part[], wallet: Row): Part[] {
  const at = parts.findIndex((part) => part.kind === 'rows' && part.role === 'facts')
  if (at === -1) return [...parts, { kind: 'rows', role: 'facts', rows: [wallet] }]
  return parts.map((part, index) =>
    index === at && part.kind === 'rows' ? { ...part, rows: [...part.rows, wallet] } : part,
  )
}
