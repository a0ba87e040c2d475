import { useEffect, useState } from 'react'
import type { LoginMethod } from '../flow/screens.js'
import type { Kit } from '../kit.js'
import { entryOf } from '../login-methods.js'
import { runAfter } from './run-after.js'

/** How long the first screen waits for the code of its rows, which would otherwise shift it when they come. */
const patienceMs = 300

/** Whether the entries of all methods can be drawn at once, or were waited for long enough. */
export function useEntriesReady(
  kit: Kit,
  { isNeeded, methods }: { isNeeded: boolean; methods: readonly LoginMethod[] },
): boolean {
  const arePrepared = methods.every((method) => entryOf(method).isPrepared?.() ?? true)
  const [isReady, setReady] = useState(false)
  const names = methods.join()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the names are the methods
  useEffect(() => {
    if (!isNeeded || arePrepared) return
    const ready = () => setReady(true)
    // What can't be loaded now has a place of its size on the screen.
    Promise.all(methods.map((method) => entryOf(method).prepare?.(kit))).then(ready, ready)
    return runAfter(kit.client, patienceMs, ready)
  }, [kit, isNeeded, names])
  return !isNeeded || isReady || arePrepared
}
