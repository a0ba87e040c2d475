import type { PolicyCondition, PolicyOperator } from '@sallyport/contract/wallet-api'
import { findArgument, readAbi } from './abi.js'
import type { CompiledCondition, CompiledField, PolicyProblem } from './compiled.js'
import type { ChainFamily } from './facts.js'
import { type FieldKind, type FieldSource, fieldSources, problemOfSource } from './field-table.js'
import { spellValue } from './spell.js'
import { kindAt, readTypes, spellTypes } from './typed-message.js'

/** Where a field is named, and for which kind of chain. */
export interface Place {
  path: string
  chain: ChainFamily
}

type Named = Pick<PolicyCondition, 'field_source' | 'field' | 'abi' | 'typed_data'>
/** What was compiled, or what is wrong with it. */
export type Compiled<T> =
  | { value: T; problem?: undefined }
  | { value?: undefined; problem: PolicyProblem }

const textual = ['eq', 'in', 'in_condition_set', 'contains', 'starts_with', 'ends_with'] as const

const operatorsOf: Readonly<Record<FieldKind, readonly PolicyOperator[]>> = {
  integer: ['eq', 'gt', 'gte', 'lt', 'lte', 'in', 'in_condition_set'],
  'ethereum-address': ['eq', 'in', 'in_condition_set'],
  address: ['eq', 'in', 'in_condition_set'],
  bytes: textual,
  'asset-name': textual,
  'network-name': textual,
  text: textual,
}

/** A condition, ready to judge, or what is wrong with it. */
export function compileCondition(
  condition: PolicyCondition,
  place: Place,
): Compiled<CompiledCondition> {
  const { value: field, problem } = compileField(condition, place)
  if (problem) return { problem }
  const { path } = place
  const { operator } = condition
  const allowed = operatorsOf[field.kind]
  if (!allowed.includes(operator))
    return refused(
      `${path}.operator`,
      `${operator} does not apply to ${condition.field}`,
      `use ${allowed.join(', ')}`,
    )
  const isList = operator === 'in'
  if (isList !== Array.isArray(condition.value))
    return refused(
      `${path}.value`,
      isList ? 'in takes a list of texts' : `${operator} takes one text`,
      isList ? 'write ["…", "…"]' : 'write "…", or use in',
    )
  const given = Array.isArray(condition.value) ? condition.value : [condition.value]
  const values: (string | bigint)[] = []
  for (const [at, text] of given.entries()) {
    const where = isList ? `${path}.value[${at}]` : `${path}.value`
    // A set is named by its id.
    const spelled = spellValue(operator === 'in_condition_set' ? 'text' : field.kind, text)
    if ('problem' in spelled) return refused(where, spelled.problem, 'correct the value')
    values.push(spelled.value)
  }
  return { value: { ...field, operator, values, path } }
}

/** A field that a condition or limit names, or what is wrong with it. */
export function compileField(named: Named, { path, chain }: Place): Compiled<CompiledField> {
  const wrongSource = problemOfSource(named.field_source)
  if (wrongSource !== null)
    return refused(
      `${path}.field_source`,
      `${named.field_source} ${wrongSource}`,
      `use one of ${Object.keys(fieldSources).join(', ')}`,
    )
  // `problemOfSource` has found it in the table.
  const source = named.field_source as FieldSource
  const facts = fieldSources[source]
  if (!facts.chains.some((each) => each === chain))
    return refused(
      `${path}.field_source`,
      `${source} has no meaning on ${chain}`,
      `use a source of ${chain}`,
    )
  if (facts.fields !== 'dynamic') {
    const fields: Readonly<Record<string, FieldKind>> = facts.fields
    const kind = Object.hasOwn(fields, named.field) ? fields[named.field] : undefined
    if (kind === undefined)
      return refused(
        `${path}.field`,
        `${source} has no field ${named.field}`,
        `use one of ${Object.keys(fields).join(', ')}`,
      )
    // The one field whose spelling depends on the chain.
    const isEthereum = chain === 'ethereum' && kind === 'address' && named.field === 'to'
    return { value: { source, field: named.field, kind: isEthereum ? 'ethereum-address' : kind } }
  }
  if (source === 'ethereum_calldata') return compileCalldata(named, path)
  if (source === 'ethereum_typed_data_message') return compileMessage(named, path)
  return compilePath(source, named, path)
}

function compileCalldata(named: Named, path: string): Compiled<CompiledField> {
  const abi = readAbi(named.abi)
  if ('problem' in abi)
    return refused(`${path}.abi`, abi.problem, 'give the JSON ABI of the contract')
  const source = 'ethereum_calldata' as const
  if (named.field === 'function_name')
    return { value: { source, field: named.field, kind: 'text', functions: abi.functions } }
  const [, name = '', argument = ''] = /^([^.]+)\.([^.]+)$/.exec(named.field) ?? []
  const found = findArgument(abi.functions, { name, argument })
  if (!found)
    return refused(
      `${path}.field`,
      `the ABI has no argument ${named.field}`,
      'write function_name, or <function>.<argument> with names of the ABI',
    )
  return { value: { source, field: named.field, kind: found.kind, functions: found.functions } }
}

function compileMessage(named: Named, path: string): Compiled<CompiledField> {
  const given = readTypes(named.typed_data?.types)
  if (named.typed_data === undefined || 'problem' in given)
    return refused(
      `${path}.typed_data`,
      'problem' in given ? given.problem : 'is missing',
      'give types and primary_type as they are signed',
    )
  const { primary_type: primaryType } = named.typed_data
  const kind = kindAt(given.types, primaryType, named.field)
  if (kind === undefined)
    return refused(
      `${path}.field`,
      `${primaryType} has no value ${named.field}`,
      'write a dotted path to a value, such as details.amount',
    )
  const typed = { primaryType, types: spellTypes(given.types, primaryType) }
  return { value: { source: 'ethereum_typed_data_message', field: named.field, kind, typed } }
}

/** Of members of a transfer that are more than a text, by their name. */
const kindsInBodies: Readonly<Record<string, FieldKind>> = {
  address: 'address',
  asset_address: 'address',
  asset: 'asset-name',
  chain: 'network-name',
}
const amounts: readonly string[] = ['amount', 'source.amount', 'slippage_bps']

function compilePath(source: FieldSource, named: Named, path: string): Compiled<CompiledField> {
  if (source === 'reference') {
    if (/^aggregation\.[a-z][a-z0-9]{23}$/.test(named.field))
      return { value: { source, field: named.field, kind: 'integer' } }
    return refused(`${path}.field`, 'does not name a limit', 'write aggregation.<id of the limit>')
  }
  if (!/^[a-z_]+(?:\.[a-z_]+){0,3}$/.test(named.field))
    return refused(
      `${path}.field`,
      'is not a path',
      'write a dotted path, such as destination.address',
    )
  const [last = ''] = named.field.split('.').slice(-1)
  const kind = Object.hasOwn(kindsInBodies, last) ? (kindsInBodies[last] ?? 'text') : 'text'
  if (amounts.includes(named.field))
    return refused(
      `${path}.field`,
      'is a decimal text that cannot be compared',
      'use token_transfer.amount, in the smallest unit',
    )
  return { value: { source, field: named.field, kind } }
}

function refused(path: string, problem: string, mend: string): { problem: PolicyProblem } {
  return { problem: { path, problem, mend } }
}
