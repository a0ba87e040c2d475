import type { RawBuilder, Selectable } from 'kysely'
import type { Database } from '../db/schema.js'
import {
  type HashKey,
  type HashPart,
  type HashPurpose,
  isKeyedHash,
  keyedHash,
} from './keyed-hash.js'

/** A kind of row that carries a MAC; `R` are the columns that it is over. */
export interface AuthenticRow<R> {
  table: keyof Database
  /** The column of the MAC. */
  mac: string
  purpose: HashPurpose
  /** The columns of the row's key, in order. */
  keys: readonly string[]
  /** The columns that `parts` reads. */
  columns: readonly string[]
  /** What `parts` reads of other tables, by its name. */
  read?: Readonly<Record<string, RawBuilder<unknown>>>
  /** Condition on rows that are in use at `now_ms`; default: all. */
  live?: RawBuilder<unknown>
  parts(row: R): readonly HashPart[]
}

/** A value of a row as callers may have it before it is stored. */
type Loose<V> = V extends readonly (infer E)[]
  ? readonly E[]
  : V extends string
    ? string
    : V extends Uint8Array
      ? Uint8Array
      : V extends object
        ? object
        : V

type Columns<T extends keyof Database, C extends keyof Selectable<Database[T]>> = {
  [K in C]: Loose<Selectable<Database[T]>[K]>
}

/** An entry of `authenticRows`, whose `parts` may read the columns it lists and no others. */
export function authenticRow<
  T extends keyof Database,
  const C extends keyof Selectable<Database[T]> & string,
>(
  entry: Omit<AuthenticRow<Columns<T, C>>, 'table' | 'mac' | 'keys' | 'columns' | 'read'> & {
    table: T
    mac?: keyof Selectable<Database[T]> & string
    keys: readonly (keyof Selectable<Database[T]> & string)[]
    columns: readonly C[]
  },
): AuthenticRow<Columns<T, C>> {
  return { mac: 'mac', ...entry }
}

/** The MAC of a row. */
export function rowMac<R>(key: HashKey, of: AuthenticRow<R>, row: R): Buffer {
  return Buffer.from(keyedHash(key, of.purpose, of.parts(row)))
}

/** Whether a server with the key wrote what the row says; compared in constant time. */
export function isRowMac<R>(
  mac: Uint8Array | null,
  { key, of, row }: { key: HashKey; of: AuthenticRow<R>; row: R },
): boolean {
  return isKeyedHash(mac, { key, purpose: of.purpose, parts: of.parts(row) })
}

/** Bytes as a part of what is hashed. */
export function textOf<B extends Uint8Array | null>(bytes: B): string | Extract<B, null> {
  // Either branch is of the type: TypeScript does not narrow `B`.
  if (bytes === null) return null as Extract<B, null>
  return Buffer.from(bytes).toString('base64')
}

/** JSON whose names are in order: Postgres returns those of a jsonb column in an order of its own. */
export function sortedJson(value: object): string {
  return JSON.stringify(value, (_name, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  )
}
