import type { DelegationConsent } from '@sallyport/contract'
import { CallRefused } from '@sallyport/keyholder'
import type { DelegatedTransaction } from '@sallyport/protocols/signer'
import { PolicyRefusal } from '../../refusals.js'
import type { Cost } from '../../reserve.js'

type Rules = NonNullable<DelegationConsent['policy']['transactions']>

/** `transfer(address,uint256)` of ERC-20 and nothing after it; the address fills its word. */
const tokenTransfer = /^0xa9059cbb0{24}([0-9a-f]{40})([0-9a-f]{64})$/

/**
 * What a transaction costs: the network's coin to an account, or a token that the user has allowed. Every other call of a contract
 * is refused, since it can move what no limit counts.
 *
 * @throws PolicyRefusal, or CallRefused `invalid_request`.
 */
export function costsOfEthereum(
  asked: DelegatedTransaction,
  { policy, address }: Pick<DelegationConsent, 'policy' | 'address'>,
): readonly Cost[] {
  const rules = policy.transactions
  if (!rules) throw new PolicyRefusal('Transactions are not allowed')
  if (asked.from !== undefined && asked.from.toLowerCase() !== address.toLowerCase())
    throw new CallRefused('invalid_request', new Error('Another sender'))
  if (!rules.chainIds.includes(String(asked.chain_id))) throw new PolicyRefusal('Another network')
  const to = asked.to?.toLowerCase()
  if (to === undefined) throw new PolicyRefusal('Contracts are not allowed')
  const { recipient, tokens } = readTransfer({ ...asked, to }, rules)
  if (rules.recipients && !rules.recipients.includes(recipient))
    throw new PolicyRefusal('Another recipient')
  const wei = asked.value + asked.gas_limit * asked.max_fee_per_gas
  return [{ asset: 'wei', amount: wei, mostPerDay: rules.mostWeiPerDay }, ...tokens]
}

/** Who gets what. */
function readTransfer(
  { to, data, value, chain_id }: Omit<DelegatedTransaction, 'to'> & { to: string },
  rules: Rules,
): { recipient: string; tokens: Cost[] } {
  if (data === '0x') return { recipient: to, tokens: [] }
  const [, recipient, units] = tokenTransfer.exec(data.toLowerCase()) ?? []
  const chainId = String(chain_id)
  const token = rules.tokens?.find((each) => each.chainId === chainId && each.contract === to)
  if (recipient === undefined || token === undefined || value !== 0n)
    throw new PolicyRefusal('Contracts are not allowed')
  const cost = {
    asset: `${chainId}:${to}`,
    amount: BigInt(`0x${units}`),
    mostPerDay: token.mostPerDay,
  }
  return { recipient: `0x${recipient}`, tokens: [cost] }
}
