import { type RefObject, useLayoutEffect, useState } from 'react'

/** How near to its end a scrolled area counts as at the end, in CSS pixels. */
const slackPx = 8

/** Whether everything of a request has been in view, and the way to the rest of it. */
interface ReadToEnd {
  /** Stays true once the end was in view, unless something is added. */
  hasSeenEnd: boolean
  /** Scrolls on by nearly a page. */
  showMore(): void
}

/**
 * Watches the area of the modal that scrolls `inside`: what lies below its edge is not approved unseen (S2).
 *
 * @param isWhole  whether everything is there: an end that was seen before does not count.
 */
export function useReadToEnd(inside: RefObject<HTMLElement | null>, isWhole: boolean): ReadToEnd {
  const [hasSeenEnd, setSeen] = useState(false)
  // Before the first picture: a short request can be answered at once.
  useLayoutEffect(() => {
    if (!isWhole) return
    const area = inside.current?.closest<HTMLElement>('.morph')
    // Drawn outside of the modal, as tests do.
    if (!area) return setSeen(true)
    let seenHeight = 0
    const look = () => {
      const { scrollHeight, clientHeight, scrollTop } = area
      if (scrollHeight - clientHeight - scrollTop <= slackPx) {
        seenHeight = scrollHeight
        return setSeen(true)
      }
      // What came after the end was seen has to be seen too; what the user opened themselves does not.
      const isLater = scrollHeight > seenHeight + slackPx && !area.querySelector('details[open]')
      if (isLater) setSeen(false)
    }
    look()
    area.addEventListener('scroll', look, { passive: true })
    // What the network answers, fonts and the keyboard of a phone change how much fits.
    const observer = typeof ResizeObserver === 'undefined' ? null : new ResizeObserver(look)
    observer?.observe(area)
    if (area.firstElementChild) observer?.observe(area.firstElementChild)
    return () => {
      area.removeEventListener('scroll', look)
      observer?.disconnect()
    }
  }, [inside, isWhole])
  return {
    hasSeenEnd,
    showMore() {
      const area = inside.current?.closest<HTMLElement>('.morph')
      area?.scrollBy({ top: area.clientHeight * 0.7, behavior: 'smooth' })
    },
  }
}
