import { type ReactNode, useCallback, useRef, useState } from 'react'
import type { Kit } from '../kit.js'
import { runAfter } from './run-after.js'

type How = 'polite' | 'assertive'
const silence = { text: '', turn: 0 }

/** How long words stay in a live region: long enough to be read out, and not found by a screen reader much later. */
const clearAfterMs = 5000

/**
 * Two live regions and the function that speaks through them (screens 5.0). The same words again are read again. What was
 * said is cleared with the next screen, and after 5 s.
 *
 * @param screenKey  New for each screen.
 */
export function useAnnouncer(client: Kit['client'], screenKey: number) {
  const [said, setSaid] = useState({ polite: silence, assertive: silence })
  const turns = useRef(0)
  const announce = useCallback(
    (text: string, how: How = 'polite') => {
      turns.current += 1
      const turn = turns.current
      setSaid((before) => ({ ...before, [how]: { text, turn } }))
      runAfter(client, clearAfterMs, () =>
        setSaid((now) => (now[how].turn === turn ? { ...now, [how]: silence } : now)),
      )
    },
    [client],
  )
  const [shownKey, setShownKey] = useState(screenKey)
  if (shownKey !== screenKey) {
    // Before the new screen speaks for itself.
    setShownKey(screenKey)
    setSaid({ polite: silence, assertive: silence })
  }
  return { announce, regions: <Regions {...said} /> }
}

interface Said {
  text: string
  turn: number
}

function Regions({ polite, assertive }: Record<How, Said>): ReactNode {
  // A new element at each turn: a screen reader does not hear words that replace themselves.
  return (
    <div className="spoken">
      <div role="status" aria-live="polite">
        <p key={polite.turn}>{polite.text}</p>
      </div>
      <div role="alert" aria-live="assertive">
        <p key={assertive.turn}>{assertive.text}</p>
      </div>
    </div>
  )
}
