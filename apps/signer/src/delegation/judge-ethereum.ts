import type { DelegationConsent } from '@sallyport/contract'
import {
  type EthereumTransaction,
  type Hex,
  signTransaction,
} from '@sallyport/crypto/chains/ethereum'
import type { DelegatedTransaction } from '@sallyport/protocols/delegate'
import { VaultError } from '../vault-error.js'
import { PolicyRefusal } from './policy-refusal.js'
import type { Cost } from './reserve.js'
import type { Work } from './work.js'

type Rules = NonNullable<DelegationConsent['policy']['transactions']>

/** `transfer(address,uint256)` of ERC-20 and nothing after it; the address fills its word. */
const tokenTransfer = /^0xa9059cbb0{24}([0-9a-f]{40})([0-9a-f]{64})$/

/**
 * Judges a transaction: the network's coin to an account, or a token that the user has allowed. Every other call of a contract
 * is refused, since it can move what no limit counts.
 *
 * @throws PolicyRefusal, or VaultError `invalid_request`.
 */
export function judgeEthereum(
  asked: DelegatedTransaction,
  { policy, address }: Pick<DelegationConsent, 'policy' | 'address'>,
): Work {
  const rules = policy.transactions
  if (!rules) throw new PolicyRefusal('Transactions are not allowed')
  if (asked.from !== undefined && asked.from.toLowerCase() !== address.toLowerCase())
    throw new VaultError('invalid_request', new Error('Another sender'))
  if (!rules.chainIds.includes(String(asked.chain_id))) throw new PolicyRefusal('Another network')
  const to = asked.to?.toLowerCase()
  if (to === undefined) throw new PolicyRefusal('Contracts are not allowed')
  const { recipient, tokens } = readTransfer({ ...asked, to }, rules)
  if (rules.recipients && !rules.recipients.includes(recipient))
    throw new PolicyRefusal('Another recipient')
  const whole: EthereumTransaction = {
    type: 2,
    chainId: asked.chain_id,
    nonce: asked.nonce,
    to: to as Hex, // The schema demands 0x and 40 digits.
    valueWei: asked.value,
    data: asked.data.toLowerCase() as Hex, // The schema demands 0x and pairs of digits.
    gasLimit: asked.gas_limit,
    maxFeePerGas: asked.max_fee_per_gas,
    maxPriorityFeePerGas: asked.max_priority_fee_per_gas,
    accessList: [],
  }
  const wei = whole.valueWei + whole.gasLimit * asked.max_fee_per_gas
  return {
    costs: [{ asset: 'wei', amount: wei, mostPerDay: rules.mostWeiPerDay }, ...tokens],
    sign: (key) => ({ signed_transaction: signTransaction(key, whole), encoding: 'rlp' }),
  }
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
