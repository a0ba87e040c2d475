import { argumentOf, functionNameOf } from './abi.js'
import type { CompiledCondition, CompiledField } from './compiled.js'
import { type Action, type Facts, known, type Move, type Seen } from './facts.js'
import type { FieldKind, FieldSource } from './field-table.js'
import { spellAddress } from './spell.js'
import { spellTypes, valueAt } from './typed-message.js'

/** Whether a value is in a condition set. Looked up by index; the caller has read what the policies name. */
export type InSet = (setId: string, value: string | bigint, kind: FieldKind) => boolean

/** What surrounds a request. */
export interface Around {
  facts: Facts
  nowSeconds: bigint
  inSet: InSet
}

/** What a field is in an action, but for `token_transfer`, which is of its moves. */
export function seenIn(field: CompiledField, action: Action, around: Around): Seen {
  const seen = saidBy(field, action, around)
  const isHidden = seen === 'absent' && action.isAnything && !ofRequests.has(field.source)
  return isHidden ? 'unreadable' : seen
}

/** Sources that say what was asked for: they are known of any request. */
const ofRequests: ReadonlySet<FieldSource> = new Set([
  'message',
  'action_request_body',
  'reference',
])

function saidBy(field: CompiledField, action: Action, { facts, nowSeconds }: Around): Seen {
  switch (field.source) {
    case 'system':
      if (field.field === 'current_unix_timestamp') return known(nowSeconds)
      break
    case 'ethereum_calldata':
      return calldata(field, action)
    case 'ethereum_typed_data_message':
      return typedMessage(field, action)
    case 'action_request_body':
      return body(field, action)
    default:
  }
  const own = action.fields[field.source]?.[field.field]
  return own ?? facts.shared[field.source]?.[field.field] ?? 'absent'
}

/** What a field of `token_transfer` is in one move. */
export function seenInMove(field: CompiledField, move: Move): Seen {
  switch (field.field) {
    case 'asset':
      return move.asset
    case 'to':
      return move.to
    case 'amount':
      return move.amount
    case 'chain_id':
      return move.chainId
    default:
      return known(move.kind)
  }
}

/** Whether a value meets a condition; `unreadable` where it is there and cannot be read. */
export function isMet(
  condition: CompiledCondition,
  seen: Seen,
  inSet: InSet,
): boolean | 'unreadable' {
  if (seen === 'absent') return false
  if (seen === 'unreadable') return 'unreadable'
  const { known: value, also } = seen
  const names = also === undefined ? [value] : [value, also]
  const [first] = condition.values
  const pair = [value, first] as const
  switch (condition.operator) {
    case 'eq':
    case 'in':
      return condition.values.some((each) => names.includes(each))
    case 'in_condition_set':
      return typeof first === 'string' && names.some((each) => inSet(first, each, condition.kind))
    case 'gt':
      return areNumbers(pair) && pair[0] > pair[1]
    case 'gte':
      return areNumbers(pair) && pair[0] >= pair[1]
    case 'lt':
      return areNumbers(pair) && pair[0] < pair[1]
    case 'lte':
      return areNumbers(pair) && pair[0] <= pair[1]
    case 'contains':
      return String(value).includes(String(first))
    case 'starts_with':
      return String(value).startsWith(String(first))
    case 'ends_with':
      return String(value).endsWith(String(first))
  }
}

function areNumbers(pair: readonly unknown[]): pair is readonly [bigint, bigint] {
  return pair.every((each) => typeof each === 'bigint')
}

function calldata({ field, functions = [] }: CompiledField, { data }: Action): Seen {
  if (data === undefined) return 'absent'
  if (field === 'function_name') return functionNameOf(functions, data)
  const argument = field.slice(field.indexOf('.') + 1)
  return argumentOf(functions, { data, argument })
}

/** Data of the same name with other types is unreadable: it may mean anything. */
function typedMessage({ field, typed }: CompiledField, { typedData }: Action): Seen {
  if (!typedData || !typed || typedData.primaryType !== typed.primaryType) return 'absent'
  if (spellTypes(typedData.types, typedData.primaryType) !== typed.types) return 'unreadable'
  return valueAt(typedData, field)
}

function body({ field, kind }: CompiledField, action: Action): Seen {
  let value: unknown = action.body
  for (const part of field.split('.')) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, part)) return 'absent'
    value = (value as Record<string, unknown>)[part]
  }
  if (typeof value !== 'string') return 'unreadable'
  return known(kind === 'address' ? spellAddress(value) : value)
}
