import { completeTransaction, transferChainOf, transferInput } from '@sallyport/contract/wallet-api'
import { signTransaction } from '@sallyport/crypto/chains/ethereum'
import type { AuthorizedRequest, FilledTransaction } from '@sallyport/protocols/signer'
import { nameOfRequest, readAnswered } from '../../answered.js'
import { parseBody } from '../../policy-rows/parse-body.js'
import { chainIdOf } from '../../prepare/ethereum.js'
import { invalid } from '../../refusals.js'
import { requireWallet } from '../../requests.js'
import type { WalletGrant } from './wallet-grant.js'

/** Gas of a transaction that only names a recipient. */
const gasLimit = '21000'
/** What is signed in another's place pays so many times as much for each unit of gas at most. */
export const mostTimes = 5n

/** So many nonces before the one of a request that waits can be filled. */
const mostBefore = 64n

const cancelPath = /^https?:\/\/[^?#]+\/wallets\/([a-z0-9]+)\/transactions\/[A-Za-z0-9]+\/cancel$/

/** Whether a request cancels a transaction. */
export function isCancel({ url }: Pick<AuthorizedRequest, 'url'>): boolean {
  return cancelPath.test(url)
}

/**
 * What a grant allows for a transaction of the wallet to itself that moves nothing. No policy judges it: what it can cost is bounded by
 * what was signed before, with its nonce where it cancels, else by the request with a later nonce that waits for it.
 */
export function noopGrant(grant: WalletGrant): WalletGrant {
  return {
    ...grant,
    // What was asked is not what is signed: nothing is read of it.
    read: (request) => {
      if (isCancel(request)) requireNamed(request, grant)
      else chainIdOfSend(request, grant)
      return { method: 'raw_sign', params: { hash: `0x${'00'.repeat(32)}` } }
    },
    complete: async ({ asked, request, authorization, filled }, at) => {
      const numbers = requireNumbers(filled)
      if (isCancel(request)) {
        await requireFee(numbers, await grant.feeOf(exclusiveName(numbers), at))
        return { asked, filled }
      }
      const name = nameOfRequest(request, authorization)
      if (name === null) throw invalid('The request has no name: it is not known what was signed')
      const place = { walletId: grant.id, name }
      const answered = { place, request, given: { filled } }
      const [later] = (
        await readAnswered(answered, { ...at, cipher: grant.cipher, answers: grant.answers })
      ).filled
      requireBefore(numbers, { later, chainId: chainIdOfSend(request, grant) })
      await requireFee(numbers, later ? feeIn(later) : null)
      return { asked, filled }
    },
    prepare: (_asked, filled) => {
      const { address } = grant
      const to = address.toLowerCase() as `0x${string}` // The wallet's own.
      const numbers = Object.fromEntries(
        Object.entries(requireNumbers(filled)).flatMap(([name, value]) =>
          value === undefined ? [] : [[name, BigInt(value)]],
        ),
      )
      const transaction = completeTransaction({ to }, numbers)
      const older = completeTransaction({ to, type: 0 }, numbers)
      const complete = 'problem' in transaction ? older : transaction
      if ('problem' in complete) throw invalid(`${complete.field} ${complete.problem}`)
      return {
        facts: { unread: 'it moves nothing' },
        sign: (key) => ({ signed_transaction: signTransaction(key, complete), encoding: 'rlp' }),
      }
    },
    judge: async () => [],
    recordOf: () => null,
  }
}

function requireNamed({ url }: AuthorizedRequest, { id }: WalletGrant): void {
  if (cancelPath.exec(url)?.[1] !== id) throw invalid('Another wallet is named')
}

/** What a nonce on a network is called where it is kept what was signed with it. */
function exclusiveName({ chain_id: chainId, nonce }: { chain_id: string; nonce: string }): string {
  return `eip155:${chainId}:${nonce}`
}

type Numbers = FilledTransaction & { chain_id: string; nonce: string }

function requireNumbers(filled: readonly FilledTransaction[]): Numbers {
  const [numbers] = filled
  const { chain_id, nonce, gas_limit: gas } = numbers ?? {}
  if (chain_id === undefined || nonce === undefined || gas !== gasLimit)
    throw invalid('Network, nonce and gas of the transaction are missing')
  if (numbers?.max_fee_per_gas !== undefined && numbers.gas_price !== undefined)
    throw invalid('The transaction names two prices')
  return { ...numbers, chain_id, nonce }
}

/** The network of a send, by rpc or as a transfer. @throws CallRefused `invalid_request` for what sends nothing on Ethereum. */
function chainIdOfSend(request: AuthorizedRequest, grant: WalletGrant): bigint {
  if (/\/transfer$/.test(request.url)) {
    requireWallet(request.url, { wallet: grant, calls: ['transfer'] })
    const { source } = parseBody(transferInput, request.body)
    return chainIdOf(transferChainOf(source.chain)?.caip2 ?? source.chain)
  }
  const asked = grant.read(request)
  if (!('caip2' in asked) || asked.caip2 === undefined) throw invalid('The request sends nothing')
  return chainIdOf(asked.caip2)
}

/** Refuses a nonce that a request does not wait for, on its network. Each costs a fee: few are missing at once. */
function requireBefore(
  numbers: Numbers,
  { later, chainId }: { later: FilledTransaction | undefined; chainId: bigint },
): void {
  if (BigInt(numbers.chain_id) !== chainId)
    throw invalid('The request that waits is of another network')
  const ahead = later?.nonce === undefined ? 0n : BigInt(later.nonce) - BigInt(numbers.nonce)
  if (ahead <= 0n) throw invalid('Nothing was signed with a later nonce')
  if (ahead > mostBefore) throw invalid('The request waits for too many nonces')
}

async function requireFee(numbers: FilledTransaction, signed: bigint | null): Promise<void> {
  const fee = feeIn(numbers)
  if (signed === null) throw invalid('Nothing was signed with the nonce')
  if (fee === null || fee > signed * mostTimes + mostTimes)
    throw invalid('Its fee is too far above the one that was signed')
}

/** The most that is paid for each unit of gas; of two prices the lower one, because it depends on the type which of them is signed. */
function feeIn({ max_fee_per_gas: most, gas_price: price }: FilledTransaction): bigint | null {
  const [first, second] = [most, price].flatMap((each) => (each === undefined ? [] : BigInt(each)))
  if (first === undefined) return null
  return second === undefined || first < second ? first : second
}
