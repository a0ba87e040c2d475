import { readSolana } from '@sallyport/contract/requests'
import type { TransferInput } from '@sallyport/contract/wallet-api'
import type { Asked } from '../../prepare/prepare.js'
import { messageOf } from '../../prepare/solana.js'

/**
 * Decimal places of a token that the pinned list does not have: those that the request states, those that the token program will check, or, where no
 * owner has signed the request, those that the API tells. Null where an owner has signed an amount, and only the API says how much that is.
 */
export function decimalsOfUnlisted(
  asked: Asked,
  {
    transfer: { source },
    told,
    isOwned,
  }: { transfer: TransferInput; told: number; isOwned: boolean },
): number | null {
  if (source.asset_decimals !== undefined) return source.asset_decimals
  if (asked.method === 'signAndSendTransaction') return checkedDecimals(asked.params.transaction)
  // Without an owner the API could as well ask for another amount.
  return isOwned ? null : told
}

/** A checked transfer fails where its mint has other places. */
function checkedDecimals(base64: string): number | null {
  const bytes = Uint8Array.from(Buffer.from(base64, 'base64'))
  const steps = readSolana(messageOf(bytes))?.steps ?? []
  const step = steps.find(({ kind }) => kind === 'send-token')
  return step?.kind === 'send-token' ? step.amount.decimals : null
}
