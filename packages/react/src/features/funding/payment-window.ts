/** A window of a provider's page. */
interface PaymentWindow {
  show(url: string): void
  close(): void
}

const size = { width: 440, height: 680 }

/**
 * Opens an empty window for a provider's page; null when the browser blocked it. The page in it cannot reach the one that opened it.
 */
export function openPaymentWindow(): PaymentWindow | null {
  const { screenX, screenY, outerWidth, outerHeight } = window
  const left = Math.round(screenX + (outerWidth - size.width) / 2)
  const top = Math.round(screenY + (outerHeight - size.height) / 2)
  const features = `popup,width=${size.width},height=${size.height},left=${left},top=${top}`
  const opened = window.open('', '_blank', features)
  if (!opened) return null
  opened.opener = null
  return {
    show: (url) => opened.location.replace(url),
    close: () => opened.close(),
  }
}
