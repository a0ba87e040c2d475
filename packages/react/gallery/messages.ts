/** What a framed preview and the page around it tell each other, on one origin. */
export type GalleryMessage =
  /** From the preview: the scene of this query is in its state. */
  | { gallery: 'ready'; query: string }
  /** From the preview: a key of the gallery was pressed inside of it. */
  | { gallery: 'step'; by: 1 | -1 }
  /** To the preview: the same scene in another look. */
  | { gallery: 'dress'; query: string }

/**
 * An event on the preview's frame, in the page around it: something in the preview took the focus. It is an event and not
 * a message because the page has to react before the next key.
 */
export const focusTaken = 'gallery-focus-taken'

/** The message of an event, when it comes from `source` on this page's own origin. */
export function messageIn(event: MessageEvent, source: unknown): GalleryMessage | null {
  if (event.origin !== window.location.origin || event.source !== source) return null
  const message: unknown = event.data
  const isOurs = typeof message === 'object' && message !== null && 'gallery' in message
  // Both ends are of one build, and of one origin.
  return isOurs ? (message as GalleryMessage) : null
}

/** The way a pressed key goes: Alt with an arrow up or down; null for any other. */
export function stepOf(event: KeyboardEvent): 1 | -1 | null {
  if (!event.altKey || event.ctrlKey || event.metaKey) return null
  return event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : null
}
