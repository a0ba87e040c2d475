import { type appSettings, removableSettings } from '@sallyport/contract'
import type * as z from 'zod/mini'

type Removable = (typeof removableSettings)[number]
type Change = Pick<z.output<typeof appSettings>, Removable>
/** A change without null for the settings that null removes. */
type Kept<C> = Omit<C, Removable> & { [K in Removable]?: Exclude<Change[K], null> }

/** A change in two parts: the settings with a value, and the names of those that it removes. */
export function splitRemoved<C extends Change>(
  change: C,
): { named: Kept<C>; removed: Removable[] } {
  const removed = removableSettings.filter((name) => change[name] === null)
  // None of those that are left is null.
  return { named: without(change, removed) as Kept<C>, removed }
}

/** An object without these keys. */
export function without<T extends object>(from: T, names: readonly string[]): T {
  const left = Object.entries(from).filter(([name]) => !names.includes(name))
  // The keys are optional.
  return Object.fromEntries(left) as T
}
