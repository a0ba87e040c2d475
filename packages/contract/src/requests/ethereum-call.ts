import { readControl } from './ethereum-control.js'
import type { EthereumAction } from './reading.js'

/** Writes an address with its EIP-55 checksum; needs keccak, so the caller brings it. */
export type Checksum = (address: string) => string

/**
 * From here on an allowance counts as unlimited: 2^160 − 1 is the most Permit2 knows, and apps spell "everything" in several
 * ways that are all larger than any supply.
 */
export const unlimitedFrom = 2n ** 160n - 1n

/** Selectors of ERC-20 and ERC-721. */
const selectors = {
  transfer: '0xa9059cbb',
  transferFrom: '0x23b872dd',
  approve: '0x095ea7b3',
  increaseAllowance: '0x39509351',
  setApprovalForAll: '0xa22cb465',
} as const

/**
 * Names what a transaction does. Only calls of exactly a known form are named, everything else is "a contract".
 *
 * @param call.to  null when the transaction deploys a contract.
 * @param call.data  `0x` hex.
 */
export function readCall(
  { checksum }: { checksum: Checksum },
  call: { to: string | null; data: string },
): EthereumAction {
  if (call.to === null) return { kind: 'create' }
  const to = checksum(call.to)
  if (call.data === '0x' || call.data === '') return { kind: 'send', to }
  const selector = call.data.slice(0, 10).toLowerCase()
  const control = readControl(call.data)
  if (control) return { kind: 'control', ...control, contract: to, party: checksum(control.party) }
  const words = wordsOf(call.data)
  const address = (word: string) => (/^0{24}/.test(word) ? checksum(`0x${word.slice(24)}`) : null)
  return tokenAction({ to, selector, words, address }) ?? { kind: 'call', to, selector }
}

function tokenAction(call: {
  to: string
  selector: string
  words: readonly string[]
  address: (word: string) => string | null
}): EthereumAction | null {
  const { to: token, selector, words, address } = call
  const [first, second, third] = words
  if (first === undefined || second === undefined) return null
  if (selector === selectors.transferFrom) {
    const [from, to] = [address(first), address(second)]
    if (words.length !== 3 || third === undefined || !from || !to) return null
    return { kind: 'move-token', token, units: BigInt(`0x${third}`), from, to }
  }
  const party = words.length === 2 ? address(first) : null
  if (!party) return null
  const units = BigInt(`0x${second}`)
  switch (selector) {
    case selectors.transfer:
      return { kind: 'send-token', token, units, to: party }
    case selectors.approve:
    case selectors.increaseAllowance: {
      const amount = units >= unlimitedFrom ? 'unlimited' : units
      return { kind: 'approve-token', token, units: amount, spender: party }
    }
    case selectors.setApprovalForAll:
      return units === 1n ? { kind: 'approve-all', token, operator: party } : null
    default:
      return null
  }
}

/** The 32-byte words after the selector, as hex; empty when the data is not up to three whole words. */
function wordsOf(data: string): string[] {
  const body = data.slice(10)
  if (body.length % 64 !== 0 || body.length > 3 * 64 || !/^[0-9a-f]*$/i.test(body)) return []
  return body.match(/.{64}/g) ?? []
}
