import { readControl } from './ethereum-control.js'
import type { EthereumAction } from './reading.js'

/** Writes an address with its EIP-55 checksum; needs keccak, so the caller brings it. */
export type Checksum = (address: string) => string

/**
 * From here on an allowance counts as unlimited: 2^160 − 1 is the most Permit2 knows, and apps spell "everything" in several
 * ways that are all larger than any supply.
 */
export const unlimitedFrom = 2n ** 160n - 1n

/** Selectors of ERC-20, ERC-721, ERC-1155 and Permit2. */
const selectors = {
  transfer: '0xa9059cbb',
  transferFrom: '0x23b872dd',
  approve: '0x095ea7b3',
  increaseAllowance: '0x39509351',
  setApprovalForAll: '0xa22cb465',
  /** safeTransferFrom(address,address,uint256), and with bytes at its end. */
  safeTransferFrom: '0x42842e0e',
  safeTransferFromWithData: '0xb88d4fde',
  /** safeTransferFrom(address,address,uint256,uint256,bytes) */
  safeTransferSeveral: '0xf242432a',
  /** approve(address,address,uint160,uint48) */
  permit2Approve: '0x87517c45',
} as const
/** Permit2 has one address on every network. */
const permit2 = '0x000000000022d473030f116ddee9f6b43ac78ba3'

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
  const address = (word: string) => (/^0{24}/.test(word) ? checksum(`0x${word.slice(24)}`) : null)
  const parts = { to, selector, words: wordsOf(call.data), address }
  return tokenAction(parts) ?? itemAction(parts, call.data) ?? { kind: 'call', to, selector }
}

/** A call in parts. */
interface CallParts {
  to: string
  selector: string
  words: readonly string[]
  address: (word: string) => string | null
}

/** A transfer of items of a collection. Bytes for the recipient may follow, which move nothing. */
function itemAction({ to: token, selector, address }: CallParts, data: string) {
  const isSeveral = selector === selectors.safeTransferSeveral
  const isOne =
    selector === selectors.safeTransferFrom || selector === selectors.safeTransferFromWithData
  if (!isSeveral && !isOne) return null
  const [first, second, third, fourth] =
    /^([0-9a-f]{64})+/i.exec(data.slice(10))?.[0].match(/.{64}/g) ?? []
  if (first === undefined || second === undefined || third === undefined) return null
  const [from, to] = [address(first), address(second)]
  const units = isSeveral ? fourth : '1'
  if (!from || !to || units === undefined) return null
  const [id, count] = [BigInt(`0x${third}`), BigInt(`0x${units}`)]
  return { kind: 'move-item', token, id, units: count, from, to } as const
}

/** What `approve` of Permit2 allows: the arguments are token, spender, amount and expiry. */
function permit2Action({ to, selector, words, address }: CallParts): EthereumAction | null {
  const [token, spender, amount] = words
  if (selector !== selectors.permit2Approve || to.toLowerCase() !== permit2) return null
  if (words.length !== 4 || amount === undefined) return null
  const [contract, party] = [address(token ?? ''), address(spender ?? '')]
  if (!contract || !party) return null
  const units = limited(BigInt(`0x${amount}`))
  return { kind: 'approve-token', token: contract, units, spender: party }
}

function limited(units: bigint): bigint | 'unlimited' {
  return units >= unlimitedFrom ? 'unlimited' : units
}

function tokenAction(call: CallParts): EthereumAction | null {
  const { to: token, selector, words, address } = call
  const [first, second, third] = words
  if (first === undefined || second === undefined) return null
  if (selector === selectors.transferFrom) {
    const [from, to] = [address(first), address(second)]
    if (words.length !== 3 || third === undefined || !from || !to) return null
    return { kind: 'move-token', token, units: BigInt(`0x${third}`), from, to }
  }
  const party = words.length === 2 ? address(first) : null
  if (!party) return permit2Action(call)
  const units = BigInt(`0x${second}`)
  switch (selector) {
    case selectors.transfer:
      return { kind: 'send-token', token, units, to: party }
    case selectors.approve:
    case selectors.increaseAllowance: {
      return { kind: 'approve-token', token, units: limited(units), spender: party }
    }
    case selectors.setApprovalForAll:
      return units === 1n ? { kind: 'approve-all', token, operator: party } : null
    default:
      return null
  }
}

/** The 32-byte words after the selector, as hex; empty when the data is not up to four whole words. */
function wordsOf(data: string): string[] {
  const body = data.slice(10)
  if (body.length % 64 !== 0 || body.length > 4 * 64 || !/^[0-9a-f]*$/i.test(body)) return []
  return body.match(/.{64}/g) ?? []
}
