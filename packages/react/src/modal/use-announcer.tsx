import { useCallback, useState } from 'react'

type How = 'polite' | 'assertive'
const silence = { text: '', turn: 0 }

/** Two live regions and the function that speaks through them (screens 5.0). The same words again are said again. */
export function useAnnouncer() {
  const [said, setSaid] = useState({ polite: silence, assertive: silence })
  const announce = useCallback((text: string, how: How = 'polite') => {
    setSaid((before) => ({ ...before, [how]: { text, turn: before[how].turn + 1 } }))
  }, [])
  // A new element at each turn: words that replace themselves are no change a screen reader would hear.
  const words = (how: How) => <p key={said[how].turn}>{said[how].text}</p>
  const regions = (
    <div className="spoken">
      <div role="status" aria-live="polite">
        {words('polite')}
      </div>
      <div role="alert" aria-live="assertive">
        {words('assertive')}
      </div>
    </div>
  )
  return { announce, regions }
}
