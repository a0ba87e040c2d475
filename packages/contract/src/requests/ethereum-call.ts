import { readControl } from './ethereum-control.js'
import type { EthereumAction } from './reading.js'

/** Writes an address with its EIP-55 checksum; needs keccak, so the caller brings it. */
export type Checksum = (address: string) => string

/**
 * From here on an allowance counts as unlimited: 2^160 − 1 is the most Permit2 knows, and apps spell "everything" in several
 * ways that are all larger than any supply.
 */
export const unlimitedFrom = 2n ** 160n - 1n

/** What functions of tokens do, by selector: the parties come first, then the amount. */
const tokenCalls: Readonly<Record<string, 'transfer' | 'transferFrom' | 'approve' | 'operator'>> = {
  // transfer(address,uint256)
  '0xa9059cbb': 'transfer',
  // transferAndCall(address,uint256), and with bytes at its end (ERC-1363, ERC-677)
  '0x1296ee62': 'transfer',
  '0x4000aea0': 'transfer',
  // send(address,uint256,bytes) (ERC-777)
  '0x9bd9bbc6': 'transfer',
  // transferFrom(address,address,uint256)
  '0x23b872dd': 'transferFrom',
  // transferFromAndCall(address,address,uint256), and with bytes at its end
  '0xd8fbe994': 'transferFrom',
  '0xc1d34b89': 'transferFrom',
  // approve(address,uint256)
  '0x095ea7b3': 'approve',
  // increaseAllowance(address,uint256), and as older tokens call it: increaseApproval
  '0x39509351': 'approve',
  '0xd73dd623': 'approve',
  // approveAndCall(address,uint256), and with bytes at its end
  '0x3177029f': 'approve',
  '0xcae9ca51': 'approve',
  // setApprovalForAll(address,bool)
  '0xa22cb465': 'operator',
}

/** authorizeOperator(address) (ERC-777): the operator may move all of the tokens. */
const authorizeOperator = '0x959b8c3f'

/** Selectors of ERC-721, ERC-1155 and Permit2. */
const selectors = {
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
 * Names what a transaction does. A call of a known function is that call however its arguments are written: contracts ignore what
 * follows them, and older ones read an address from its last 20 bytes, any number but zero as true and missing bytes as zeros. Others would
 * refuse such a call.
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
  const parts = { to, selector, ...argumentsOf(call.data, checksum) }
  return tokenAction(parts) ?? itemAction(parts) ?? { kind: 'call', to, selector }
}

/** How a function is called that does nothing but what it says: its words, of which the first are addresses. */
interface ExactForm {
  addresses: number
  words: number
  /** Bytes for the recipient may follow. */
  more?: true
}

const exactForms: Readonly<Record<string, ExactForm>> = {
  '0xa9059cbb': { addresses: 1, words: 2 },
  '0x23b872dd': { addresses: 2, words: 3 },
  '0x095ea7b3': { addresses: 1, words: 2 },
  '0x39509351': { addresses: 1, words: 2 },
  '0xa22cb465': { addresses: 1, words: 2 },
  [selectors.safeTransferFrom]: { addresses: 2, words: 3, more: true },
  [selectors.safeTransferFromWithData]: { addresses: 2, words: 3, more: true },
  [selectors.safeTransferSeveral]: { addresses: 2, words: 4, more: true },
  [selectors.permit2Approve]: { addresses: 2, words: 4 },
}
const tokenKinds = ['send-token', 'move-token', 'move-item', 'approve-token', 'approve-all']

/**
 * The same for who decides by it and asks no person: a call of a token whose arguments are not written as every encoder writes them is a
 * call that cannot be read.
 */
export function readExactCall(
  deps: { checksum: Checksum },
  call: { to: string | null; data: string },
): EthereumAction {
  const action = readCall(deps, call)
  if (call.to === null || !tokenKinds.includes(action.kind) || isExact(call.data)) return action
  return {
    kind: 'call',
    to: deps.checksum(call.to),
    selector: call.data.slice(0, 10).toLowerCase(),
  }
}

function isExact(data: string): boolean {
  const selector = data.slice(0, 10).toLowerCase()
  const form = Object.hasOwn(exactForms, selector) ? exactForms[selector] : undefined
  if (!form) return false
  const size = form.words * 64
  const body = data.slice(10)
  const isWhole = form.more ? body.length >= size : body.length === size
  return isWhole && new RegExp(`^(0{24}[0-9a-f]{40}){${form.addresses}}`, 'i').test(body)
}

/** A call in parts. */
interface CallParts {
  to: string
  selector: string
  /** The address that an argument is, from 0; null where the data ends before it. */
  address(at: number): string | null
  /** The number that an argument is, zero where the data ends before it. */
  number(at: number): bigint
}

function argumentsOf(data: string, checksum: Checksum): Pick<CallParts, 'address' | 'number'> {
  const word = (at: number) => data.slice(10 + at * 64, 10 + (at + 1) * 64)
  return {
    address: (at) =>
      /^[0-9a-f]{64}$/i.test(word(at)) ? checksum(`0x${word(at).slice(24)}`) : null,
    number: (at) => (/^[0-9a-f]+$/i.test(word(at)) ? BigInt(`0x${word(at).padEnd(64, '0')}`) : 0n),
  }
}

/** A transfer of items of a collection. Bytes for the recipient may follow, which move nothing. */
function itemAction({ to: token, selector, address, number }: CallParts): EthereumAction | null {
  const isSeveral = selector === selectors.safeTransferSeveral
  const isOne =
    selector === selectors.safeTransferFrom || selector === selectors.safeTransferFromWithData
  const [from, to] = [address(0), address(1)]
  if ((!isSeveral && !isOne) || !from || !to) return null
  return { kind: 'move-item', token, id: number(2), units: isSeveral ? number(3) : 1n, from, to }
}

/** What `approve` of Permit2 allows: the arguments are token, spender, amount and expiry. */
function permit2Action({ to, selector, address, number }: CallParts): EthereumAction | null {
  if (selector !== selectors.permit2Approve || to.toLowerCase() !== permit2) return null
  const [contract, party] = [address(0), address(1)]
  if (!contract || !party) return null
  return { kind: 'approve-token', token: contract, units: limited(number(2)), spender: party }
}

function limited(units: bigint): bigint | 'unlimited' {
  return units >= unlimitedFrom ? 'unlimited' : units
}

function tokenAction(call: CallParts): EthereumAction | null {
  const { to: token, selector, address, number } = call
  const party = address(0)
  if (party === null) return null
  if (selector === authorizeOperator) return { kind: 'approve-all', token, operator: party }
  switch (Object.hasOwn(tokenCalls, selector) ? tokenCalls[selector] : undefined) {
    case 'transfer':
      return { kind: 'send-token', token, units: number(1), to: party }
    case 'transferFrom': {
      const to = address(1)
      return to === null ? null : { kind: 'move-token', token, units: number(2), from: party, to }
    }
    case 'approve':
      return { kind: 'approve-token', token, units: limited(number(1)), spender: party }
    case 'operator':
      return number(1) === 0n ? null : { kind: 'approve-all', token, operator: party }
    case undefined:
      return permit2Action(call)
  }
}
