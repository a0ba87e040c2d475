import type { WalletNetwork } from '../../chain/wallet-networks.js'
import { parseAmount } from '../../parse-amount.js'

/** What is wrong with one field of a transfer. */
export interface SendProblem {
  field: 'to' | 'amount'
  reason:
    | 'address'
    | 'name'
    | 'checksum'
    | 'self'
    | 'amount'
    | 'small'
    | 'balance'
    | 'fee'
    | 'unreachable'
}

/** A transfer as its form reads it. */
type ReadSend = { found: true; to: string; units: bigint } | { found: false; problem: SendProblem }

/** Reads recipient and amount. A wrong checksum counts as no address. `units` is the balance; null when it is not known. */
export async function readSend(
  form: { to: string; amount: string },
  { network, units }: { network: WalletNetwork; units: bigint | null },
): Promise<ReadSend> {
  const refuse = (field: SendProblem['field'], reason: SendProblem['reason']) =>
    ({ found: false, problem: { field, reason } }) as const
  const to = form.to.trim()
  const least = await network.leastPayment(to)
  if (least === null) return refuse('to', whyNoAddress(to, network.id))
  if (to.toLowerCase() === network.address.toLowerCase()) return refuse('to', 'self')
  const amount = parseAmount(form.amount, network.decimals)
  if (amount === null || amount === 0n) return refuse('amount', 'amount')
  if (amount < least) return refuse('amount', 'small')
  if (units !== null && amount > units) return refuse('amount', 'balance')
  const obstacle = (await network.findObstacle?.(to, amount)) ?? null
  if (obstacle !== null) return refuse('amount', obstacle)
  return { found: true, to, units: amount }
}

/** What is wrong with a text that is not an address: a name, or an address whose capitals do not fit its digits (EIP-55). */
function whyNoAddress(text: string, network: string): 'name' | 'checksum' | 'address' {
  const labels = text.split('.')
  const isName = labels.length > 1 && labels.every((each) => /^\S+$/.test(each))
  if (isName && /^[a-z]{2,}$/i.test(labels.at(-1) ?? '')) return 'name'
  const isWhole = network.startsWith('eip155:') && /^0x[0-9a-f]{40}$/i.test(text)
  return isWhole ? 'checksum' : 'address'
}
