import { useCallback, useSyncExternalStore } from 'react'

/** The current path, and a function that goes to another one without a reload. */
export function usePath(): { path: string; go: (path: string) => void } {
  const path = useSyncExternalStore(subscribe, () => window.location.pathname)
  const go = useCallback((next: string) => {
    window.history.pushState(null, '', next)
    window.dispatchEvent(new PopStateEvent('popstate'))
    window.scrollTo(0, 0)
  }, [])
  return { path, go }
}

function subscribe(changed: () => void): () => void {
  window.addEventListener('popstate', changed)
  return () => window.removeEventListener('popstate', changed)
}
