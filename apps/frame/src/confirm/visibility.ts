/** The smallest frame in which a request can be read; CSS pixels. */
const [leastWidth, leastHeight] = [280, 240]
/** Share of the sheet that must be inside everything that could clip it; sub-pixels are forgiven. */
const wholeRatio = 0.99

/** `IntersectionObserver` version 2, where the browser has it (Chromium). */
interface VisibilityEntry extends IntersectionObserverEntry {
  readonly isVisible?: boolean
}
interface VisibilityOptions extends IntersectionObserverInit {
  trackVisibility?: boolean
  /** At least 100 ms between reports, which the specification of version 2 demands. */
  delay?: number
}

/**
 * Tells whether a person can see all of `element`: inside every window and clip around it, and, where the browser can say
 * so, not covered, faded, filtered or distorted by anything, the embedding page's doing included. Elsewhere the frame's
 * own size and opacity is all that can be known.
 *
 * @returns Stops telling.
 */
export function watchVisibility(element: Element, tell: (isVisible: boolean) => void): () => void {
  const isTold = 'isVisible' in IntersectionObserverEntry.prototype
  const options: VisibilityOptions = {
    threshold: [0, 0.25, 0.5, 0.75, 0.9, wholeRatio, 1],
    ...(isTold ? { trackVisibility: true, delay: 100 } : {}),
  }
  let isWhole = false
  const report = () => tell(isWhole && isLargeEnough() && document.visibilityState === 'visible')
  const observer = new IntersectionObserver((entries) => {
    const latest: VisibilityEntry | undefined = entries.at(-1)
    if (!latest) return
    const isClear = isTold ? latest.isVisible === true : isOpaque(element)
    isWhole = latest.isIntersecting && latest.intersectionRatio >= wholeRatio && isClear
    report()
  }, options)
  observer.observe(element)
  window.addEventListener('resize', report)
  document.addEventListener('visibilitychange', report)
  return () => {
    observer.disconnect()
    window.removeEventListener('resize', report)
    document.removeEventListener('visibilitychange', report)
  }
}

function isLargeEnough(): boolean {
  return window.innerWidth >= leastWidth && window.innerHeight >= leastHeight
}

function isOpaque(element: Element): boolean {
  return element.checkVisibility?.({ opacityProperty: true, visibilityProperty: true }) ?? true
}
