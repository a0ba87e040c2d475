import { useEffect } from 'react'

/**
 * Returns the focus that a loading preview takes: a screen focuses its own field, which would take a keyboard user out of
 * the list. A preview that is shown may take the focus like any other element.
 */
export function useKeptFocus(): void {
  useEffect(() => {
    let last: HTMLElement | null = null
    const focused = ({ target }: FocusEvent) => {
      if (target instanceof HTMLElement && !(target instanceof HTMLIFrameElement)) last = target
    }
    // The blur event fires before `activeElement` changes, and the preview may become ready in between.
    const left = () => {
      const coming = [...document.querySelectorAll('iframe')].filter(({ inert }) => inert)
      setTimeout(() => giveBack(coming))
    }
    const giveBack = (coming: readonly Element[]) => {
      const taker = document.activeElement
      if (!taker || !coming.includes(taker) || !last?.isConnected) return
      // The list may have moved on: focus its current entry.
      const current =
        last.closest('.gallery-scenes') && document.querySelector('.gallery-scenes [aria-current]')
      const to = current instanceof HTMLElement ? current : last
      to.focus({ preventScroll: true })
    }
    document.addEventListener('focusin', focused)
    window.addEventListener('blur', left)
    return () => {
      document.removeEventListener('focusin', focused)
      window.removeEventListener('blur', left)
    }
  }, [])
}
