/** Keeps the frame in front of everything while it asks the user about a request. */
interface Overlay {
  /** Whether the frame asks about any request: the others wait until the user has answered. */
  isAsking(): boolean
  /** Notes whether the frame asks about the request, and shows or hides the frame accordingly. */
  setAsking(requestId: string, isAsking: boolean): void
  /** Forgets everything: the frame is gone. */
  clear(): void
}

/**
 * An overlay for one frame.
 *
 * @param deps.show  Shows the frame; calls `dismiss` when the user closes it by the page's own means. Gives what hides it.
 * @param deps.cancel  Gives up a request the frame asks about.
 */
export function createOverlay({
  show,
  cancel,
}: {
  show: (dismiss: () => void) => (() => void) | undefined
  cancel: (requestId: string) => void
}): Overlay {
  const asking = new Set<string>()
  let hide: (() => void) | undefined
  const dismiss = () => {
    for (const requestId of asking) cancel(requestId)
  }
  return {
    isAsking: () => asking.size > 0,
    setAsking(requestId, isAsking) {
      asking[isAsking ? 'add' : 'delete'](requestId)
      if (asking.size > 0) hide ??= show(dismiss)
      else {
        hide?.()
        hide = undefined
      }
    },
    clear() {
      asking.clear()
      hide = undefined
    },
  }
}
