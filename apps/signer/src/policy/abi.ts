import * as AbiFunction from 'ox/AbiFunction'
import * as AbiParameters from 'ox/AbiParameters'
import { type AbiParameter, isStrictEncoding } from './abi-encoding.js'
import type { Seen } from './facts.js'
import type { FieldKind } from './field-table.js'
import { spellAddress } from './spell.js'

type Functions = readonly AbiFunction.AbiFunction[]

/** The functions of a JSON ABI, or why it is not read. */
export function readAbi(abi: unknown): { functions: Functions } | { problem: string } {
  const list = typeof abi === 'string' ? parse(abi) : abi
  if (!Array.isArray(list) || list.length === 0 || list.length > 500)
    return { problem: 'must be a JSON ABI: a list of up to 500 items' }
  const functions = list.filter(isFunction).map(withWholeTypes)
  if (functions.length === 0) return { problem: 'has no function' }
  if (!functions.every(({ inputs }) => inputs.every(isParameter)))
    return { problem: 'has a function with a type that cannot be read' }
  try {
    for (const each of functions) AbiFunction.getSelector(each)
    return { functions }
  } catch {
    return { problem: 'has a function that cannot be read' }
  }
}

/** The functions of an ABI that are called `name`, and the kind of their argument. */
export function findArgument(
  functions: Functions,
  { name, argument }: { name: string; argument: string },
): { functions: Functions; kind: FieldKind } | undefined {
  const named = functions.filter(
    (each) => each.name === name && each.inputs.some((input) => input.name === argument),
  )
  const types = new Set(
    named.flatMap(({ inputs }) =>
      inputs.filter((input) => input.name === argument).map(({ type }) => type),
    ),
  )
  const [type] = types
  if (type === undefined || types.size !== 1) return undefined
  return { functions: named, kind: kindOf(type) }
}

/** The name of the function that is called. */
export function functionNameOf(functions: Functions, data: string): Seen {
  const called = calledOf(functions, data)
  return called ? { known: called.name } : 'absent'
}

/**
 * An argument of a call. Data that is not exactly the encoding of its arguments is unreadable, for contracts and decoders may read it in
 * another way: bytes behind it, short data, addresses with more than 20 bytes, lists that overlap.
 */
export function argumentOf(
  functions: Functions,
  { data, argument }: { data: string; argument: string },
): Seen {
  const called = calledOf(functions, data)
  if (!called) return 'absent'
  const hex = data.slice(10).toLowerCase()
  if (!isStrictEncoding(called.inputs as readonly AbiParameter[], hex)) return 'unreadable'
  try {
    const values = AbiParameters.decode(called.inputs, `0x${hex}`) as readonly unknown[]
    const whole = AbiParameters.encode(called.inputs, values as never)
    if (whole !== `0x${hex}`) return 'unreadable'
    const at = called.inputs.findIndex(({ name }) => name === argument)
    const type = called.inputs[at]?.type
    return type === undefined ? 'absent' : seenOf(values[at], type)
  } catch {
    // Not an encoding of these arguments.
    return 'unreadable'
  }
}

function calledOf(functions: Functions, data: string): AbiFunction.AbiFunction | undefined {
  const selector = data.slice(0, 10).toLowerCase()
  if (selector.length < 10) return undefined
  return functions.find((each) => AbiFunction.getSelector(each) === selector)
}

function seenOf(value: unknown, type: string): Seen {
  if (typeof value === 'bigint') return { known: value }
  if (typeof value === 'number') return { known: BigInt(value) }
  if (typeof value === 'boolean') return { known: String(value) }
  if (typeof value === 'string') return { known: type === 'address' ? spellAddress(value) : value }
  return 'unreadable'
}

/** How values of a Solidity type are compared. */
export function kindOf(type: string): FieldKind {
  if (/^u?int\d*$/.test(type)) return 'integer'
  if (type === 'address') return 'ethereum-address'
  return /^bytes\d*$/.test(type) ? 'bytes' : 'text'
}

const elementary =
  /^(?:u?int(?:8|16|24|32|40|48|56|64|72|80|88|96|104|112|120|128|136|144|152|160|168|176|184|192|200|208|216|224|232|240|248|256)|address|bool|string|function|bytes(?:[1-9]|[12]\d|3[0-2])?)$/

/** Characters of a type. */
const longestType = 100

/** Whether a parameter has a type whose data can be decoded. */
function isParameter(parameter: unknown): boolean {
  const { type, components } = parameter as { type?: unknown; components?: unknown }
  if (typeof type !== 'string' || type.length > longestType) return false
  // A list of a fixed length has items: of such without, any number would fit into no data.
  const item = type.replaceAll(/\[(?:[1-9]\d*)?\]/g, '')
  // Brackets are at the end only.
  if (!type.startsWith(item)) return false
  if (item !== 'tuple') return elementary.test(item)
  return Array.isArray(components) && components.length > 0 && components.every(isParameter)
}

/** `uint` and `int` are short for numbers of 256 bits: selectors are made of the whole names. */
function withWholeTypes<T extends { inputs: readonly unknown[] }>(item: T): T {
  return { ...item, inputs: item.inputs.map(withWholeType) }
}

function withWholeType(parameter: unknown): unknown {
  if (typeof parameter !== 'object' || parameter === null) return parameter
  const { type, components } = parameter as { type?: unknown; components?: unknown }
  return {
    ...parameter,
    ...(typeof type === 'string' && { type: type.replace(/^(u?int)(?=\[|$)/, '$1256') }),
    ...(Array.isArray(components) && { components: components.map(withWholeType) }),
  }
}

function isFunction(item: unknown): item is AbiFunction.AbiFunction {
  if (typeof item !== 'object' || item === null) return false
  const { type, name, inputs } = item as Record<string, unknown>
  return type === 'function' && typeof name === 'string' && Array.isArray(inputs)
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
