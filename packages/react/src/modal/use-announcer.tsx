import { useCallback, useState } from 'react'

/** Two live regions and the function that speaks through them (screens 5.0). */
export function useAnnouncer() {
  const [said, setSaid] = useState({ polite: '', assertive: '' })
  const announce = useCallback((text: string, how: 'polite' | 'assertive' = 'polite') => {
    setSaid((before) => (before[how] === text ? before : { ...before, [how]: text }))
  }, [])
  const regions = (
    <div className="spoken">
      <div role="status" aria-live="polite">
        {said.polite}
      </div>
      <div role="alert" aria-live="assertive">
        {said.assertive}
      </div>
    </div>
  )
  return { announce, regions }
}
