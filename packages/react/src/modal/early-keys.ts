/** The keys pressed since the modal was opened, until a screen takes them. */
export const earlyKeys: KeyboardEvent[] = []

/**
 * Keeps a key: between the press that opens the modal and its first field, screens are still loading. Written short because
 * every page loads it.
 */
export const keepKey = (event: KeyboardEvent): void => {
  // Keys go to elements; what is typed into a field of the page stays there.
  if (!(event.target as Element).matches(':read-write')) earlyKeys.push(event)
}

export const stopKeeping = (): void => document.removeEventListener('keydown', keepKey)
