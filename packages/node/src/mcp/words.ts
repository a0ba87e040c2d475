import type { ProgramGrant } from '@sallyport/contract'
import { isSallyportError } from '../error.js'
import { fromUnits } from './amounts.js'

type Limit = ProgramGrant['limits'][number]

/** What a program may do, in sentences. */
export function describeGrant(grant: ProgramGrant): string {
  const [wallet] = grant.wallets
  const { transactions } = grant.policy
  const ends = new Date(grant.ends_at * 1000).toISOString()
  const head = `Wallet ${wallet?.address}. Access ends ${ends}, or when the user ends it.`
  if (transactions === null)
    return `${head} You may read the balance. You may not pay or sign. To pay, use request_access.`
  const [chainId] = transactions.chainIds
  const paid = grant.limits.filter(({ asset }) => asset !== 'native' || !transactions.onlyFees)
  const fees = grant.limits.find(({ asset }) => asset === 'native' && transactions.onlyFees)
  const to =
    transactions.recipients === null
      ? 'to any address'
      : `only to ${transactions.recipients.join(', ')}`
  return [
    head,
    `You may pay on network eip155:${chainId}, ${to}, in any 24 hours:`,
    ...paid.map((each) => `- ${describeLimit(each)}`),
    ...(fees ? [`Network fees: ${describeLimit(fees)}`] : []),
    'You may not sign messages or pay anything else.',
  ].join('\n')
}

/** A limit with what is left of it. */
export function describeLimit({ asset, symbol, decimals, most, left }: Limit): string {
  const spell = (units: string) =>
    decimals === null ? `${units} smallest units` : fromUnits(units, decimals)
  const name = symbol ?? asset
  const token = asset === 'native' ? '' : ` (token ${asset})`
  const rest = left === null ? 'what is left is unknown at the moment' : `${spell(left)} left now`
  return `up to ${spell(most)} ${name}${token}, ${rest}`
}

/** Why something was refused, and what an agent can do next. */
export function explainRefusal(error: unknown, grant?: ProgramGrant): Error {
  if (!isSallyportError(error)) return error instanceof Error ? error : new Error(String(error))
  const { code, message, data, retryAfterMs } = error
  switch (code) {
    case 'policy_violation':
      return new Error(
        [
          // That sentence counts in the smallest unit; the lines of the limits say the same in coins.
          `Refused by the limits that the user has set: ${message.startsWith('The limit ') ? 'it is more than is left.' : message}`,
          ...(grant?.limits ?? []).map((each) => `Limit: ${describeLimit(each)}`),
          'Nothing was sent. Do not look for a way around it: pay less, wait (a limit counts the last 24 hours), or use request_access to ask the user for more.',
        ].join('\n'),
      )
    case 'awaiting_approval':
      return new Error(
        `It waits for the approval of others: ${message}. Nothing was sent yet. Ask for the status later.`,
      )
    case 'user_has_not_delegated_wallet':
      return new Error(
        data.reason === 'expired'
          ? 'The time that the user has given is over. Use request_access to ask again.'
          : 'The user has ended the access, or never gave it. Use request_access to ask, and do nothing else with the wallet.',
      )
    case 'insufficient_funds':
      return new Error(
        'The wallet does not hold enough for this and its fee. Nothing was sent. Tell the user.',
      )
    case 'transaction_broadcast_failure':
      return new Error(`The network refused it: ${message}. Nothing was sent.`)
    case 'authorization_pending':
      return new Error('The user has not decided yet. Ask for the status again in a few seconds.')
    case 'slow_down':
      return new Error('Asked too soon. Wait at least ten seconds before the next status.')
    case 'access_denied':
      return new Error('The user has refused. Do not ask again unless the user tells you to.')
    case 'expired_token':
      return new Error('The code has expired. Use request_access for a new one.')
    case 'too_many_requests':
      return new Error(
        `Too many requests. Wait ${Math.ceil((retryAfterMs ?? 60_000) / 1000)} seconds.`,
      )
    case 'not_supported':
      return new Error(
        message.startsWith('No RPC url')
          ? 'This network is not served here. Use one that status names.'
          : `Not offered: ${message}`,
      )
    case 'invalid_data':
      return new Error(
        message.includes('idempotency-key')
          ? 'This payment_id was used already, and the payment may have been made. Check status and balance, and use another payment_id only for a payment that the user wants besides.'
          : `${message} (${code})`,
      )
    case 'unreachable':
    case 'timeout':
      return new Error(
        'The server can’t be reached at the moment. Try again later. If this was a payment, check the balance first.',
      )
    default:
      return new Error(`${message} (${code})`)
  }
}
