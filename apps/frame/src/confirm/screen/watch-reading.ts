import type { Sheet } from './draw.js'

/** How near to its end a scrolled area counts as at the end, in CSS pixels. */
const slackPx = 8

/** Whether the user has had all of a confirmation in view, and the way to the rest of it. */
interface Reading {
  /** Stays true once the end was in view. */
  hasSeenEnd(): boolean
  /** Scrolls on by nearly a page. */
  showMore(): void
  stop(): void
}

/** Watches the part of a sheet that scrolls: what lies below its edge is not approved unseen (S2). */
export function watchReading(
  { body, more }: Pick<Sheet, 'body' | 'more'>,
  { signal, onChange }: { signal: AbortSignal; onChange: () => void },
): Reading {
  let isSeen = false
  const look = () => {
    const rest = body.scrollHeight - body.clientHeight - body.scrollTop
    if (!isSeen && body.clientHeight > 0 && rest <= slackPx) {
      isSeen = true
      onChange()
    }
    more.hidden = isSeen
  }
  const showMore = () => body.scrollBy({ top: body.clientHeight * 0.85, behavior: 'smooth' })
  body.addEventListener('scroll', look, { signal, passive: true })
  more.addEventListener('click', showMore, { signal })
  // Fonts and the keyboard of a phone change how much fits.
  const observer = new ResizeObserver(look)
  observer.observe(body)
  return { hasSeenEnd: () => isSeen, showMore, stop: () => observer.disconnect() }
}
