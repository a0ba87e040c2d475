import { lazy, Suspense, useEffect, useSyncExternalStore } from 'react'
import type { SallyportConfig } from '../config.js'
import type { Kit } from '../kit.js'
import { Broken } from './broken.js'
import { keepKeys } from './early-keys.js'
import type { Run } from './modal-queue.js'

// Screens, texts and styles are loaded with the first opening.
const loadRoot = () => import('./modal-root.js')
let ModalRoot = lazy(loadRoot)
const noRuns: readonly Run[] = []

/** Draws the runs of the modal, each above the one before; nothing while there are none. */
export function ModalSlot({ kit, config }: { kit: Kit; config: SallyportConfig }) {
  const runs = useSyncExternalStore(kit.modal.subscribe, kit.modal.runs, () => noRuns)
  const hasRequest = runs.some((run) => run.goal.goal === 'confirm')
  useEffect(() => {
    // Fetched beside the modal, not after it. A failed load is reported by the screen that needs it.
    if (hasRequest) void import('../request-screens.js').catch(() => undefined)
  }, [hasRequest])
  const [first] = runs
  useEffect(() => first && keepKeys(), [first])
  return runs.map((run, index) => {
    const giveUp = (cause: unknown) => {
      // A failed load is remembered by `lazy`: the next opening loads anew.
      ModalRoot = lazy(loadRoot)
      run.onBroken(cause)
    }
    return (
      <Broken key={run.id} onBroken={giveUp}>
        <Suspense fallback={null}>
          <ModalRoot kit={kit} run={run} covered={index < runs.length - 1} config={config} />
        </Suspense>
      </Broken>
    )
  })
}
