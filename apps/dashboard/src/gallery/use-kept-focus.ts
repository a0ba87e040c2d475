import { focusTaken } from '@sallyport/gallery'
import { useEffect } from 'react'

/**
 * Keeps the focus in the page while a preview loads: its screen focuses a field, and the user's next key would go there.
 * The focus returns within the same task, so no key is lost. A preview that is shown may take the focus.
 */
export function useKeptFocus(): void {
  useEffect(() => {
    let last: HTMLElement | null = null
    const remember = ({ target }: FocusEvent) => {
      if (target instanceof HTMLElement && !(target instanceof HTMLIFrameElement)) last = target
    }
    const giveBack = ({ target }: Event) => {
      if (!(target instanceof HTMLIFrameElement) || !target.inert) return
      if (last?.isConnected) last.focus({ preventScroll: true })
      else window.focus()
    }
    document.addEventListener('focusin', remember)
    document.addEventListener(focusTaken, giveBack)
    return () => {
      document.removeEventListener('focusin', remember)
      document.removeEventListener(focusTaken, giveBack)
    }
  }, [])
}
