import { useEffect } from 'react'

/**
 * Gives focus back that a preview takes while it is on its way: a screen focuses its field, and whoever goes through the
 * list by keyboard would be thrown out of it. A preview that is shown may be focused as anything else.
 */
export function useKeptFocus(): void {
  useEffect(() => {
    let last: HTMLElement | null = null
    const focused = ({ target }: FocusEvent) => {
      if (target instanceof HTMLElement && !(target instanceof HTMLIFrameElement)) last = target
    }
    // The page hears that focus left it before it says where it went; until then the preview may have arrived.
    const left = () => {
      const coming = [...document.querySelectorAll('iframe')].filter(({ inert }) => inert)
      setTimeout(() => giveBack(coming))
    }
    const giveBack = (coming: readonly Element[]) => {
      const taker = document.activeElement
      if (!taker || !coming.includes(taker) || !last?.isConnected) return
      // The list has moved on since: its focus is where it is now.
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
