/** A parameter of an ABI: `components` of a tuple. */
export interface AbiParameter {
  readonly type: string
  readonly components?: readonly AbiParameter[]
}

/** Encoded values: `0x`-less hex, and where they begin in it, in bytes. */
interface Place {
  hex: string
  base: number
}

const wordBytes = 32

/**
 * Whether the offsets and lengths of encoded arguments are where an encoder puts them, and nothing is behind them. Decoders follow offsets
 * to wherever they point: lists whose entries are the same bytes are decoded into thousands of times their size.
 *
 * @param hex  Without `0x` and the selector.
 * @see https://docs.soliditylang.org/en/latest/abi-spec.html, "strict mode"
 */
export function isStrictEncoding(parameters: readonly AbiParameter[], hex: string): boolean {
  try {
    return sizeOfMembers(parameters, { hex, base: 0 }) * 2 === hex.length
  } catch (error) {
    if (error instanceof RangeError) return false
    throw error
  }
}

/** Bytes of values one after the other: their heads, then what the offsets in the heads point to. @throws RangeError */
function sizeOfMembers(members: readonly AbiParameter[], { hex, base }: Place): number {
  let tail = members.reduce((sum, member) => sum + headSizeOf(member), 0)
  let head = 0
  for (const member of members) {
    if (isDynamic(member)) {
      if (numberAt({ hex, base: base + head }) !== tail) throw new RangeError('Not strict')
      tail += sizeOfDynamic(member, { hex, base: base + tail })
    }
    head += headSizeOf(member)
  }
  if ((base + tail) * 2 > hex.length) throw new RangeError('Cut short')
  return tail
}

function sizeOfDynamic(parameter: AbiParameter, { hex, base }: Place): number {
  const list = listOf(parameter)
  if (list) {
    const { item, length: fixed } = list
    const length = fixed ?? numberAt({ hex, base })
    const start = fixed === null ? wordBytes : 0
    // Checked first: a list of as many members is made.
    if (length * headSizeOf(item) * 2 > hex.length) throw new RangeError('Cut short')
    if (!isDynamic(item)) return start + length * headSizeOf(item)
    const members = Array.from({ length }, () => item)
    return start + sizeOfMembers(members, { hex, base: base + start })
  }
  if (parameter.components) return sizeOfMembers(parameter.components, { hex, base })
  return wordBytes + Math.ceil(numberAt({ hex, base }) / wordBytes) * wordBytes
}

/** Bytes that a value takes among others: an offset, where its size depends on the value. */
function headSizeOf(parameter: AbiParameter): number {
  if (isDynamic(parameter)) return wordBytes
  const list = listOf(parameter)
  if (list) return (list.length ?? 0) * headSizeOf(list.item)
  if (!parameter.components) return wordBytes
  return parameter.components.reduce((sum, each) => sum + headSizeOf(each), 0)
}

function isDynamic(parameter: AbiParameter): boolean {
  const list = listOf(parameter)
  if (list) return list.length === null || isDynamic(list.item)
  if (parameter.components) return parameter.components.some(isDynamic)
  return parameter.type === 'bytes' || parameter.type === 'string'
}

/** The items of a list; `length` is null where it depends on the value. Null for what is not a list. */
function listOf(parameter: AbiParameter): { item: AbiParameter; length: number | null } | null {
  const { type } = parameter
  if (!type.endsWith(']')) return null
  const at = type.lastIndexOf('[')
  const length = type.slice(at + 1, -1)
  return {
    item: { ...parameter, type: type.slice(0, at) },
    length: length === '' ? null : Number(length),
  }
}

/** A word as a number. One that is more than the data has is not exact, and no size. */
function numberAt({ hex, base }: Place): number {
  const word = hex.slice(base * 2, (base + wordBytes) * 2)
  if (word.length !== wordBytes * 2) throw new RangeError('Cut short')
  return Number(BigInt(`0x${word}`))
}
