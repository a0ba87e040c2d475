import type { TypedDataInput } from './typed-data.js'
import {
  isCondition,
  isExact,
  isOfForm,
  readMeaning,
  type TypedDataMeaning,
} from './typed-data-meaning.js'
import { domainFieldsOf } from './typed-data-unsigned.js'
import { address, type Deps, isRecord } from './typed-data-values.js'

interface Search {
  deps: Deps
  types: TypedDataInput['types']
  contract: string | null
  found: TypedDataMeaning[]
  /** Whether a value was seen that belongs to nothing that was found. */
  hasUnknown: boolean
  /** How many more values may be visited. */
  left: number
  depth: number
}

/**
 * Everything that `data` allows or trades, at any depth of what is signed, the outermost first; and whether it says more than that, in values of
 * no known form.
 */
export function findMeanings(
  deps: Deps,
  data: TypedDataInput,
  limits: { values: number; depth: number },
): { meanings: readonly TypedDataMeaning[]; hasUnknown: boolean } {
  // A contract that the domain's type does not declare is not signed.
  const isDeclared = domainFieldsOf(data).some(({ name }) => name === 'verifyingContract')
  const contract = isDeclared ? address(deps, data.domain.verifyingContract) : null
  const search: Search = {
    ...{ deps, types: data.types, contract, found: [], hasUnknown: false },
    ...{ left: limits.values, depth: limits.depth },
  }
  // With the domain as primary type the message is not part of what is signed (EIP-712).
  if (data.primaryType !== 'EIP712Domain') {
    const value = declaredOf(search, { type: data.primaryType, value: data.message, depth: 0 })
    search.left = limits.values
    visit(search, { type: data.primaryType, value, depth: 0, isKnown: false })
  }
  return { meanings: search.found, hasUnknown: search.hasUnknown }
}

/** A value with nothing but its declared members, at any depth: others are not signed, and say nothing. */
function declaredOf(search: Search, at: { type: string; value: unknown; depth: number }): unknown {
  const { type, value, depth } = at
  search.left -= 1
  if (search.left < 0 || depth > search.depth) {
    search.hasUnknown = true
    return undefined
  }
  const element = Array.isArray(value) ? /^(.*)\[\d*\]$/.exec(type)?.[1] : undefined
  if (element !== undefined) {
    // A type with an element was found for lists only.
    return (value as readonly unknown[])
      .slice(0, Math.max(search.left, 0))
      .map((each) => declaredOf(search, { type: element, value: each, depth: depth + 1 }))
  }
  if (!isRecord(value) || !Object.hasOwn(search.types, type)) return value
  const fields = search.types[type] ?? []
  return Object.fromEntries(
    fields.map((field) => [
      field.name,
      declaredOf(search, { type: field.type, value: value[field.name], depth: depth + 1 }),
    ]),
  )
}

function visit(
  search: Search,
  at: { type: string; value: unknown; depth: number; isKnown: boolean },
): void {
  const { type, value, depth, isKnown } = at
  search.left -= 1
  if (search.left < 0 || depth > search.depth) return
  const element = Array.isArray(value) ? /^(.*)\[\d*\]$/.exec(type)?.[1] : undefined
  if (element !== undefined) {
    // A type with an element was found for lists only.
    for (const each of (value as readonly unknown[]).slice(0, Math.max(search.left, 0))) {
      visit(search, { type: element, value: each, depth: depth + 1, isKnown })
    }
    return
  }
  if (!isRecord(value) || !Object.hasOwn(search.types, type)) {
    // A value of a struct that was not read: it can say anything.
    if (!isKnown) search.hasUnknown = true
    return
  }
  const fields = search.types[type] ?? []
  const { deps, contract } = search
  const known = readMeaning(deps, { type, message: value, contract })
  if (known) search.found.push(known.meaning)
  const isWhole = known !== null && isExact(known, value)
  if (known && !isWhole) search.hasUnknown = true
  for (const { name, type: inner } of fields) {
    // Parts of the form say nothing but its meaning; others may hold meanings of their own.
    if (isWhole && Object.hasOwn(known.form.parts, name)) continue
    const isStruct = Object.hasOwn(search.types, inner.replaceAll(/\[\d*\]/g, ''))
    if (known && !isStruct && !isOfForm(known, name, value[name])) search.hasUnknown = true
    const isWithin = isKnown || (known !== null && (!isStruct || isCondition(known, name)))
    visit(search, { type: inner, value: value[name], depth: depth + 1, isKnown: isWithin })
  }
}
