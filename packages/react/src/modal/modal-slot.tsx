import { lazy, Suspense, useEffect, useSyncExternalStore } from 'react'
import type { SallyportConfig } from '../config.js'
import type { Kit } from '../kit.js'
import { Broken } from './broken.js'
import { keepKey, stopKeeping } from './early-keys.js'

// Screens, texts and styles are loaded with the first opening.
const loadRoot = () => import('./modal-root.js')
let ModalRoot = lazy(loadRoot)

/** Draws the runs of the modal, each above the one before; nothing while there are none. */
export function ModalSlot({ kit, config }: { kit: Kit; config: SallyportConfig }) {
  const runs = useSyncExternalStore(kit.modal.subscribe, kit.modal.runs, kit.modal.runs)
  const [first] = runs
  useEffect(() => {
    if (first) document.addEventListener('keydown', keepKey)
    return stopKeeping
  }, [first])
  return runs.map((run, index) => {
    const giveUp = (cause: unknown) => {
      // A failed load is remembered by `lazy`: the next opening loads anew.
      ModalRoot = lazy(loadRoot)
      run.onBroken(cause)
    }
    return (
      <Broken key={run.id} onBroken={giveUp}>
        <Suspense fallback={null}>
          <ModalRoot kit={kit} run={run} covered={!!runs[index + 1]} config={config} />
        </Suspense>
      </Broken>
    )
  })
}
