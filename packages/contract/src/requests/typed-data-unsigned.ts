import { inertText } from './inert-text.js'
import type { TypedDataInput } from './typed-data.js'
import { isRecord } from './typed-data-values.js'

/** The fields a domain may have, in the order EIP-712 gives them. */
const standardDomain = [
  { name: 'name', type: 'string' },
  { name: 'version', type: 'string' },
  { name: 'chainId', type: 'uint256' },
  { name: 'verifyingContract', type: 'address' },
  { name: 'salt', type: 'bytes32' },
] as const

/** The fields of the domain that are signed: those its type declares, else the standard ones that have a value. */
export function domainFieldsOf({ types, domain }: TypedDataInput): TypedDataInput['types'][string] {
  if (Object.hasOwn(types, 'EIP712Domain')) return types.EIP712Domain ?? []
  return standardDomain.filter(({ name }) => isGiven(domain[name]))
}

/** Most names that are listed: a list of more tells a reader nothing. */
const mostNames = 20

interface Search {
  types: TypedDataInput['types']
  found: Set<string>
  /** How many more values may be visited. */
  left: number
  depth: number
}

/**
 * Names members that the types do not declare, and that are so no part of what is signed: `note`, `items[].note`,
 * `domain.salt`. Names are inert; their values are not given, since a user could take them for signed. After twenty
 * names comes `…`.
 */
export function unsignedMembers(
  data: TypedDataInput,
  limits: { values: number; depth: number },
): readonly string[] {
  const search: Search = {
    types: { ...data.types, EIP712Domain: domainFieldsOf(data) },
    ...{ found: new Set<string>(), left: limits.values, depth: limits.depth },
  }
  visit(search, { type: 'EIP712Domain', value: data.domain, path: 'domain.', depth: 0 })
  // With the domain as primary type the message is not part of what is signed (EIP-712).
  if (data.primaryType === 'EIP712Domain') noteMembers(search, { record: data.message, path: '' })
  else visit(search, { type: data.primaryType, value: data.message, path: '', depth: 0 })
  const names = [...search.found]
  return names.length <= mostNames ? names : [...names.slice(0, mostNames), '…']
}

/** `path` ends where a member's name begins. */
function visit(
  search: Search,
  { type, value, path, depth }: { type: string; value: unknown; path: string; depth: number },
): void {
  search.left -= 1
  if (search.left < 0 || depth > search.depth) return
  const element = Array.isArray(value) ? /^(.*)\[\d*\]$/.exec(type)?.[1] : undefined
  if (element !== undefined) {
    const items = `${path.replace(/\.$/, '')}[].`
    // A type with an element was found for lists only.
    for (const each of (value as readonly unknown[]).slice(0, Math.max(search.left, 0))) {
      visit(search, { type: element, value: each, path: items, depth: depth + 1 })
    }
    return
  }
  if (!isRecord(value) || !Object.hasOwn(search.types, type)) return
  const fields = search.types[type] ?? []
  const declared = new Set(fields.map(({ name }) => name))
  noteMembers(search, { record: value, path, declared })
  for (const { name, type: inner } of fields) {
    visit(search, { type: inner, value: value[name], path: `${path}${name}.`, depth: depth + 1 })
  }
}

function noteMembers(
  search: Search,
  given: {
    record: Readonly<Record<string, unknown>>
    path: string
    declared?: ReadonlySet<string>
  },
): void {
  for (const [name, value] of Object.entries(given.record)) {
    if (search.found.size > mostNames) return
    if (!isGiven(value) || given.declared?.has(name)) continue
    search.found.add(inertText(given.path + name, 200).text)
  }
}

function isGiven(value: unknown): boolean {
  return value !== undefined && value !== null
}
