import type { DelegationConsent } from '@sallyport/contract'
import { messageOfTransaction, readSolana, solanaPrograms } from '@sallyport/contract/requests'
import type { DelegatedRequest } from '@sallyport/contract/wallet-api'

/* A second reading of consents, with which tests compare the policies that are compiled of them. */

type Policy = DelegationConsent['policy']

/** What a request costs of one asset, and the most of 24 hours. */
interface Cost {
  asset: string
  amount: bigint
  mostPerDay: string
}

/** What a consent lets a request cost; null where it does not allow it. */
export function consentCosts(
  asked: DelegatedRequest,
  { policy, address }: { policy: Policy; address: string },
): readonly Cost[] | null {
  switch (asked.method) {
    case 'eth_signTransaction':
    case 'eth_sendTransaction':
      return ethereumCosts(asked.params.transaction, policy.transactions)
    case 'signTransaction':
    case 'signAndSendTransaction':
      return solanaCosts(asked.params.transaction, { rules: policy.solana, address })
    case 'eth_signTypedData_v4':
      return policy.typedData ? [] : null
    case 'personal_sign':
    case 'signMessage':
      return policy.messages ? [] : null
  }
}

/** `transfer(address,uint256)` of ERC-20 and nothing after it; the address fills its word. */
const tokenTransfer = /^0xa9059cbb0{24}([0-9a-f]{40})([0-9a-f]{64})$/

type Transaction = Extract<
  DelegatedRequest,
  { method: 'eth_signTransaction' }
>['params']['transaction']

function ethereumCosts(asked: Transaction, rules: Policy['transactions']): Cost[] | null {
  const to = asked.to?.toLowerCase()
  const chainId = String(asked.chain_id)
  if (!rules || to === undefined || !rules.chainIds.includes(chainId)) return null
  const amount = asked.value + asked.gas_limit * asked.max_fee_per_gas
  const wei = { asset: 'wei', amount, mostPerDay: rules.mostWeiPerDay }
  const isRecipient = (account: string) => rules.recipients?.includes(account) ?? true
  if (asked.data === '0x') return isRecipient(to) ? [wei] : null
  const [, recipient = '', units = ''] = tokenTransfer.exec(asked.data.toLowerCase()) ?? []
  const token = rules.tokens?.find((each) => each.chainId === chainId && each.contract === to)
  if (!token || asked.value !== 0n || recipient === '' || !isRecipient(`0x${recipient}`))
    return null
  const { mostPerDay } = token
  return [wei, { asset: `${chainId}:${to}`, amount: BigInt(`0x${units}`), mostPerDay }]
}

function solanaCosts(
  base64: string,
  { rules, address }: { rules: Policy['solana']; address: string },
): Cost[] | null {
  const message = messageOfTransaction(Uint8Array.from(Buffer.from(base64, 'base64')))
  const reading = readSolana(message)
  if (!rules || reading?.signers !== 1 || reading.feePayer !== address) return null
  if (reading.tables.length > 0) return null
  const spent = new Map<string, Cost>()
  const add = (asset: string, amount: bigint, mostPerDay: string) =>
    spent.set(asset, { asset, mostPerDay, amount: (spent.get(asset)?.amount ?? 0n) + amount })
  const isRecipient = (account: string) => rules.recipients?.includes(account) ?? true
  add('lamports', reading.maxFeeLamports, rules.mostLamportsPerDay)
  for (const [at, step] of reading.steps.entries()) {
    if (step.kind === 'fee-settings' || step.kind === 'memo') continue
    if (step.kind === 'send-sol' && step.from === address && isRecipient(step.to)) {
      add('lamports', step.lamports, rules.mostLamportsPerDay)
      continue
    }
    // Of Token-2022 a mint can run another program with each transfer.
    if (step.kind !== 'send-token' || reading.programs[at] !== solanaPrograms.token) return null
    const { mint, units } = step.amount
    const token = rules.tokens?.find((each) => each.mint === mint)
    if (!token || !isRecipient(step.to)) return null
    add(token.mint, units, token.mostPerDay)
  }
  return [...spent.values()]
}
