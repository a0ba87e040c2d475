import { unlimitedFrom } from '@sallyport/contract/requests'
import type { Approval, Change, Effects } from './effects.js'

/** An entry that a contract wrote into the log of a simulated transaction. */
export interface LogEntry {
  address: string
  topics: readonly string[]
  data: string
}

/** Where `eth_simulateV1` writes transfers of the native coin; no contract can be there. */
const nativeLogs = '0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee'

/** First topics: keccak-256 of the event's signature. */
const topics = {
  /** Transfer(address,address,uint256): of ERC-20, and with four topics of ERC-721. */
  transfer: '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef',
  /** TransferSingle(address,address,address,uint256,uint256): ERC-1155. */
  transferSingle: '0xc3d58168c5ae7397731d063d5bbf3d657854427343f4c083240f7aacaa2d0f62',
  /** TransferBatch(address,address,address,uint256[],uint256[]): ERC-1155. */
  transferBatch: '0x4a39dc06d4c0dbc64b70af90fd698a233a518aa5d07e595d983b8c0526c8f7fb',
  /** Approval(address,address,uint256): of ERC-20, and with four topics of ERC-721. */
  approval: '0x8c5be1e5ebec7d5bd14f71427d1e84f3dd0314c0f7b2291e5b200ac8c7c3b925',
  /** ApprovalForAll(address,address,bool): ERC-721 and ERC-1155. */
  approvalForAll: '0x17307eab39ab6107e8899845ad3d59bd9653f200f220920489ca2b5937696c31',
  /** Approval(address,address,address,uint160,uint48): Permit2. */
  permit2Approval: '0xda9fa7c1b00402c17d0161b249b1ab8bbec047c5a52207b9c112deffd817036b',
  /** Permit(address,address,address,uint160,uint48,uint48): Permit2. */
  permit2Permit: '0xc6a377bfc4eb120024a8ac08eef205be16b817020812c73223e81d1bdb9708ec',
} as const

/**
 * What the log of a transaction says. An entry is of the contract that wrote it, so a contract cannot hide what another one
 * moves; approvals of Permit2 are the exception, and a false one only warns.
 */
export function readLogs(logs: readonly LogEntry[], wallet: string): Effects {
  return {
    changes: logs.flatMap(changesIn),
    approvals: logs.flatMap((entry) => approvalsIn(entry, wallet)),
    lost: [],
  }
}

function changesIn({ address, topics: [topic, ...rest], data }: LogEntry): Change[] {
  const token = address.toLowerCase() === nativeLogs ? null : address
  const words = wordsOf(data)
  const [first, second, third] = rest.map(wordOf)
  if (topic === topics.transfer && first !== undefined && second !== undefined) {
    const isItem = third !== undefined
    const units = isItem ? 1n : words[0]
    const asset = { token, id: isItem ? third : null }
    return units === undefined ? [] : move({ ...asset, units, from: first, to: second })
  }
  if (second === undefined || third === undefined || token === null) return []
  const parties = { from: second, to: third }
  const [id, units] = words
  if (topic === topics.transferSingle && id !== undefined && units !== undefined) {
    return move({ token, id, units, ...parties })
  }
  if (topic !== topics.transferBatch) return []
  const [ids, amounts] = [listAt(words, 0), listAt(words, 1)]
  return ids.flatMap((each, at) => move({ token, id: each, units: amounts[at] ?? 0n, ...parties }))
}

function move(transfer: {
  token: string | null
  id: bigint | null
  units: bigint
  from: bigint
  to: bigint
}): Change[] {
  const { from, to, units, ...asset } = transfer
  return [
    { ...asset, account: addressOf(from), units: -units },
    { ...asset, account: addressOf(to), units },
  ]
}

function approvalsIn({ address, topics: [topic, ...rest], data }: LogEntry, wallet: string) {
  const [owner, second, third] = rest.map(wordOf)
  if (owner === undefined || second === undefined) return []
  if (addressOf(owner) !== wallet.toLowerCase()) return []
  const [amount = 0n] = wordsOf(data)
  const limited = amount >= unlimitedFrom ? ('unlimited' as const) : amount
  const given = (approval: Approval): Approval[] =>
    approval.units === 0n || BigInt(approval.party) === 0n ? [] : [approval]
  const [token, party] = [address, addressOf(second)]
  switch (topic) {
    case topics.approval:
      return third === undefined
        ? given({ token, party, units: limited, id: null })
        : given({ token, party, units: 1n, id: third })
    case topics.approvalForAll:
      return given({ token, party, units: amount === 0n ? 0n : 'unlimited', id: null })
    case topics.permit2Approval:
    case topics.permit2Permit:
      if (third === undefined) return []
      return given({ token: party, party: addressOf(third), units: limited, id: null })
    default:
      return []
  }
}

/** The whole 32-byte words of `0x` hex as numbers. */
function wordsOf(data: string): bigint[] {
  return (/^0x([0-9a-f]{64})*/i.exec(data)?.[0].slice(2).match(/.{64}/g) ?? []).map(wordOf)
}

/** The list whose offset is the argument number `argument`. */
function listAt(words: readonly bigint[], argument: number): bigint[] {
  const start = Number((words[argument] ?? 0n) / 32n)
  return words.slice(start + 1, start + 1 + Number(words[start] ?? 0n))
}

function wordOf(word: string): bigint {
  return BigInt(`0x${word.replace(/^0x/, '') || '0'}`)
}

function addressOf(word: bigint): string {
  return `0x${(word & ((1n << 160n) - 1n)).toString(16).padStart(40, '0')}`
}
