const key = 'sallyport:funding:shown'

/** Remembers in this tab which payment is on screen, so that a reload shows it again; null when it was left. */
export function noteShownOrder(id: string | null): void {
  try {
    if (id === null) sessionStorage.removeItem(key)
    else sessionStorage.setItem(key, id)
  } catch {
    // Without storage a reload only asks the user to open the payment again.
  }
}

/** The id of the payment that this tab showed last; null when it was left. */
export function shownOrderId(): string | null {
  try {
    return sessionStorage.getItem(key)
  } catch {
    return null
  }
}

/** Whether this tab was reloaded while it showed a payment. */
export const wasPaying = (): boolean => shownOrderId() !== null
