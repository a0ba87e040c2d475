import { expect } from 'vitest'
import type { Fate } from './send-faults.js'

/** The invariants of a send after all faults: one broadcast, one hash, states that are true. */
export function expectOnce({ row, executed, bytes }: Fate): void {
  expect(bytes).toBeLessThanOrEqual(1)
  const isDone = row?.status === 'confirmed' || row?.status === 'finalized'
  expect(executed).toEqual(isDone ? [row.hash] : [])
  expect(['confirmed', 'finalized', 'failed', undefined]).toContain(row?.status)
}
