import { useLayoutEffect } from 'react'

/**
 * Keeps `--sp-keyboard` of the dialog around `part` at what a phone's keyboard covers of the page, in px, so that the sheet stands above it.
 * Keyboards lie over the layout instead of shrinking it; zooming in by hand is not a keyboard.
 */
export function useKeyboardRoom(part: { current: HTMLElement | null }) {
  useLayoutEffect(() => {
    const seen = window.visualViewport
    if (!seen) return
    const fit = () => {
      const covered = Math.round(window.innerHeight - seen.height * seen.scale)
      const dialog = part.current?.closest('dialog')
      dialog?.style.setProperty('--sp-keyboard', `${Math.max(0, covered)}px`)
    }
    seen.addEventListener('resize', fit)
    fit()
    return () => seen.removeEventListener('resize', fit)
  }, [part])
}
