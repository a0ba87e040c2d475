import { readSolana, solanaPrograms } from '@sallyport/contract/requests'
import type { TransferInput, WalletRpc } from '@sallyport/contract/wallet-api'
import { tokenAccountOf } from '@sallyport/crypto/chains/solana'
import type { Action, Facts, Unread } from '../../policy/facts.js'
import { known } from '../../policy/facts.js'
import { messageOf } from '../../prepare/solana.js'
import { invalid } from '../../refusals.js'

const programs = [solanaPrograms.token, solanaPrograms.token2022]

/**
 * The facts of a transfer of a token with the wallet that gets it as recipient, after the token account is that wallet's own. The
 * transaction may make that account, once, and no other.
 *
 * @throws CallRefused `invalid_request` for an account of another wallet.
 */
export function byOwner(
  facts: Facts | Unread,
  {
    asked,
    transfer,
  }: {
    asked: Extract<WalletRpc, { method: 'signAndSendTransaction' }>
    transfer: TransferInput
  },
): Facts | Unread {
  if ('unread' in facts) return facts
  const bytes = Uint8Array.from(Buffer.from(asked.params.transaction, 'base64'))
  const steps = readSolana(messageOf(bytes))?.steps ?? []
  const owner = transfer.destination.address
  const sent = steps.find((step) => step.kind === 'send-token')
  let isMade = false
  const actions = facts.actions.flatMap((action, at): Action[] => {
    const step = steps[at]
    if (step?.kind === 'create-token-account') {
      if (step.owner !== owner) throw invalid('The transaction makes an account of another wallet')
      // Each costs rent, which its owner gets back.
      if (isMade || step.mint !== sent?.amount.mint)
        throw invalid('The transaction makes more token accounts than the transfer needs')
      isMade = true
      return []
    }
    if (step?.kind !== 'send-token') return [action]
    const { mint } = step.amount
    if (mint === null || !isOwn({ account: step.to, owner, mint }))
      throw invalid('The transaction pays to an account of another wallet')
    return [{ ...action, moves: action.moves.map((move) => ({ ...move, to: known(owner) })) }]
  })
  return { ...facts, actions }
}

function isOwn({ account, ...of }: { account: string; owner: string; mint: string }): boolean {
  try {
    return programs.some((program) => tokenAccountOf({ ...of, program }) === account)
  } catch {
    return false // The recipient is not an address.
  }
}
