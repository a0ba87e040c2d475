import { type Fields, integer, isRecord } from './typed-data-values.js'

/** What a struct of a known form has. What else it has may do more. */
export interface Form {
  /** Names of its members. Names in one list stand for the same: a struct has one of them. */
  members: readonly (readonly string[])[]
  /** Members that are a record each, or a list of records, with exactly these members. */
  parts: Readonly<Record<string, readonly string[]>>
}

/** A form by the names of its members, where `/` is between names of one kind, and those of the parts' members. */
export function form(members: string, parts: Readonly<Record<string, string>> = {}): Form {
  const listed = Object.entries(parts).map(([name, text]) => [name, text.split(' ')] as const)
  return {
    members: members.split(' ').map((kind) => kind.split('/')),
    parts: Object.fromEntries(listed),
  }
}

/** Names that a struct says its end by, in any form. */
const endNames = /deadline|expir|until|validto|validbefore|endtime/i

/** Whether a struct has one member of each kind, one end, and only such parts as its form has. */
export function hasForm({ members, parts }: Form, message: Fields): boolean {
  const names = Object.keys(message)
  return (
    names.filter((name) => endNames.test(name)).length <= 1 &&
    members.every((kind) => kind.filter((name) => names.includes(name)).length <= 1) &&
    Object.entries(parts).every(([name, inner]) =>
      partsOf(message[name]).every((part) => isPart(part, inner)),
    )
  )
}

/** Whether a member belongs to a form. */
export function isMember({ members }: Form, name: string): boolean {
  return members.some((kind) => kind.includes(name))
}

/** The records of a member: of a list, or itself. */
export function partsOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [value]
}

function isPart(part: unknown, members: readonly string[]): boolean {
  if (!isRecord(part) || Object.keys(part).length !== members.length) return false
  return members.every((name) => part[name] !== undefined && typeof part[name] !== 'object')
}

/** Whether a value is zero, no bytes, no address or not there. */
export function isNothing(value: unknown): boolean {
  const isEmpty = value === undefined || value === null || value === false || value === ''
  return isEmpty || integer(value) === 0n || (typeof value === 'string' && /^0x0*$/i.test(value))
}
