/** A call that a smart wallet makes. `data` is `0x` hex. */
export interface OperationCall {
  to: string
  valueWei: bigint
  data: string
}

/** MultiSend and MultiSendCallOnly of Safe 1.4.1: what a Safe runs as itself to make several calls. */
const multiSends = [
  '0x38869bf66a61cf6bdb996a6ae40d5853fd43b526',
  '0x9641d764fc13c8b624c04430c7356c1c7c8102e2',
]
/** multiSend(bytes) */
const multiSend = '8d80ff0a'
/** More calls than a person reads. */
const mostCalls = 50

type Read = (words: Words) => OperationCall[]

/** What the five kinds of smart wallets are called with by an entry point, by selector. */
const readers: Readonly<Record<string, Read>> = {
  // Light account and Coinbase: execute(address,uint256,bytes)
  b61d27f6: one,
  // Biconomy: execute_ncC(address,uint256,bytes)
  '0000189a': one,
  // Coinbase: executeBatch((address,uint256,bytes)[])
  '34fcd5be': (words) => tuples(words.at(0)),
  // Light account: executeBatch(address[],uint256[],bytes[])
  '47e1da2a': (words) => lists(words, { hasValues: true }),
  // Light account, without coins: executeBatch(address[],bytes[])
  '18dfb3c7': (words) => lists(words, { hasValues: false }),
  // Biconomy: executeBatch_y6U(address[],uint256[],bytes[])
  '00004680': (words) => lists(words, { hasValues: true }),
  // Kernel 3: execute(bytes32,bytes) of ERC-7579
  e9ae5c53: ofMode,
  // Safe's module: executeUserOp and executeUserOpWithErrorString (address,uint256,bytes,uint8)
  '7bb37428': ofSafe,
  '541d63c8': ofSafe,
}

/**
 * The calls that a smart wallet makes when an entry point calls it with `callData`, in order.
 *
 * @param callData  `0x` hex of an operation (ERC-4337).
 * @returns null for anything that isn't exactly one of the known forms: then it is not known what the wallet does.
 */
export function readOperationCalls(callData: string): readonly OperationCall[] | null {
  const read = readers[callData.slice(2, 10).toLowerCase()]
  if (read === undefined) return null
  try {
    const calls = read(new Words(callData.slice(10).toLowerCase()))
    return calls.length > 0 && calls.length <= mostCalls && areApart(calls, callData) ? calls : null
  } catch {
    // Cut short, or an address that is none: the contract would refuse it or read something else.
    return null
  }
}

/**
 * Whether calls can have bytes of their own in the data that they were read from. Offsets may point to the same bytes again and again:
 * calls within calls would grow with each level, and reading them would take minutes.
 */
function areApart(calls: readonly OperationCall[], { length }: string): boolean {
  return calls.reduce((sum, { data }) => sum + data.length - 2, 0) <= length
}

/**
 * The calls that MultiSend makes that is called with `data`; null for other calls.
 *
 * @returns `isKnown`: `to` is a contract that does just that.
 */
export function readMultiSend({
  to,
  data,
}: {
  to: string
  data: string
}): { calls: readonly OperationCall[]; isKnown: boolean } | null {
  if (data.slice(2, 10).toLowerCase() !== multiSend) return null
  try {
    const calls = packed(new Words(data.slice(10).toLowerCase()).bytes(0))
    const isRead = calls.length > 0 && calls.length <= mostCalls
    return isRead ? { calls, isKnown: multiSends.includes(to.toLowerCase()) } : null
  } catch {
    // Cut short, or a number that is none.
    return null
  }
}

/** Arguments of a call as Ethereum encodes them. Every reader throws RangeError for what is not there. */
class Words {
  readonly #hex: string
  readonly #base: number

  constructor(hex: string, base = 0) {
    this.#hex = hex
    this.#base = base
  }

  number(index: number): bigint {
    return BigInt(`0x${this.#slice(this.#base + index * 32, 32)}`)
  }

  address(index: number): string {
    const word = this.#slice(this.#base + index * 32, 32)
    if (!/^0{24}/.test(word)) throw new RangeError('Not an address')
    return `0x${word.slice(24)}`
  }

  /** What the word at `index` says how far it is. */
  at(index: number): Words {
    return new Words(this.#hex, this.#base + this.#length(this.number(index)))
  }

  /** The bytes that the word at `index` points to, as hex. */
  bytes(index: number): string {
    const found = this.at(index)
    return found.#slice(found.#base + 32, found.#length(found.number(0)))
  }

  /** The list whose length is here: the entries begin after it. */
  list(): { length: number; entries: Words } {
    const length = this.#length(this.number(0))
    if (length > mostCalls) throw new RangeError('Too many')
    return { length, entries: new Words(this.#hex, this.#base + 32) }
  }

  #length(value: bigint): number {
    if (value > BigInt(this.#hex.length)) throw new RangeError('Cut short')
    return Number(value)
  }

  #slice(start: number, length: number): string {
    const part = this.#hex.slice(start * 2, (start + length) * 2)
    if (part.length !== length * 2) throw new RangeError('Cut short')
    return part
  }
}

function one(words: Words): OperationCall[] {
  return [{ to: words.address(0), valueWei: words.number(1), data: `0x${words.bytes(2)}` }]
}

function tuples(words: Words): OperationCall[] {
  const { length, entries } = words.list()
  return Array.from({ length }, (_, index) => one(entries.at(index))).flat()
}

function lists(words: Words, { hasValues }: { hasValues: boolean }): OperationCall[] {
  const targets = words.at(0).list()
  const values = hasValues ? words.at(1).list() : null
  const datas = words.at(hasValues ? 2 : 1).list()
  if (datas.length !== targets.length || (values !== null && values.length !== targets.length))
    throw new RangeError('Lists of different lengths')
  return Array.from({ length: targets.length }, (_, index) => ({
    to: targets.entries.address(index),
    valueWei: values === null ? 0n : values.entries.number(index),
    data: `0x${datas.entries.bytes(index)}`,
  }))
}

/**
 * ERC-7579: the mode's first byte says one call or several, its second one that all of them fail together. Other bytes of it give the same
 * data another meaning (ERC-7821), and there the address zero is the account itself.
 */
function ofMode(words: Words): OperationCall[] {
  const calls = callsOfMode(words)
  if (calls.some(({ to }) => /^0x0{40}$/.test(to))) throw new RangeError('Not a known target')
  return calls
}

function callsOfMode(words: Words): OperationCall[] {
  const mode = words.number(0)
  const inner = words.bytes(1)
  if (mode === 1n << 248n) return tuples(new Words(inner).at(0))
  if (mode !== 0n || inner.length < 104) throw new RangeError('Not a known mode')
  return [
    {
      to: `0x${inner.slice(0, 40)}`,
      valueWei: BigInt(`0x${inner.slice(40, 104)}`),
      data: `0x${inner.slice(104)}`,
    },
  ]
}

/** A Safe makes one call, or runs MultiSend as itself. Anything else that it runs as itself can do everything. */
function ofSafe(words: Words): OperationCall[] {
  const calls = one(words)
  const [call] = calls
  if (words.number(3) === 0n) return calls
  if (words.number(3) !== 1n || call === undefined || !multiSends.includes(call.to))
    throw new RangeError('Not a known contract')
  if (call.data.slice(2, 10) !== multiSend) throw new RangeError('Not a known call')
  return packed(new Words(call.data.slice(10)).bytes(0))
}

/** MultiSend's form: one byte that is 0 for a call, the address, the value, the length and the data, one after the other. */
function packed(hex: string): OperationCall[] {
  const calls: OperationCall[] = []
  for (let at = 0; at < hex.length; ) {
    const length = Number(BigInt(`0x${hex.slice(at + 106, at + 170)}`)) * 2
    const data = hex.slice(at + 170, at + 170 + length)
    if (hex.slice(at, at + 2) !== '00' || data.length !== length) throw new RangeError('Cut short')
    calls.push({
      to: `0x${hex.slice(at + 2, at + 42)}`,
      valueWei: BigInt(`0x${hex.slice(at + 42, at + 106)}`),
      data: `0x${data}`,
    })
    at += 170 + length
  }
  return calls
}
