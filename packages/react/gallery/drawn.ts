/** Resolves when what was started has been drawn; in a background page, which draws nothing, after 3 s. */
export function drawn(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, 3000)
    // A task after a frame: by then sizes have been observed, and the changes they cause have been scheduled.
    requestAnimationFrame(() => setTimeout(resolve))
  })
}
