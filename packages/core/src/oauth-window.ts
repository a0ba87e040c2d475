import { lateStorageKeys, oauthWindow } from '@sallyport/contract'
import type { SallyportClient } from './client.js'
import type { OAuthReturn } from './features/oauth.js'
import { openChannel } from './session/tabs.js'

/** A window of a provider's login page. */
export interface OAuthWindow {
  /** Shows the login page of `url`; its answer is for `state`, null where it answers by a message. */
  go(url: string, state: string | null): void
  /** Hears what the page in the window posts to this page; returns the function that ends it. */
  hear(listener: (message: { data: unknown; origin: string }) => void): () => void
  /** Whether the browser says that it is closed. Pages with `Cross-Origin-Opener-Policy` always hear that it is. */
  isClosed(): boolean
  close(): void
}

const size = { width: 440, height: 680 }
/** How long a window waits for the page that opened it to take the answer. */
const handOverMs = 1_500

/**
 * Opens an empty window for a provider's login page. To be called while a press is handled, before anything is awaited, or
 * the browser blocks it.
 *
 * @returns null when the browser blocked it.
 */
export function openWindow(client: SallyportClient): OAuthWindow | null {
  const { screenX, screenY, outerWidth, outerHeight } = window
  const left = Math.round(screenX + (outerWidth - size.width) / 2)
  const top = Math.round(screenY + (outerHeight - size.height) / 2)
  const features = `popup,width=${size.width},height=${size.height},left=${left},top=${top}`
  const opened = window.open('', '_blank', features)
  if (!opened) return null
  try {
    drawWaiting(opened.document, client.state.config?.name ?? '')
  } catch {
    // An empty window does as well.
  }
  return {
    go(url, state) {
      if (state !== null) client.environment.storage.set(lateStorageKeys.oauthWindow, state)
      opened.location.replace(url)
    },
    hear(listener) {
      const onMessage = ({ source, data, origin }: MessageEvent<unknown>) => {
        if (source === opened) listener({ data, origin })
      }
      window.addEventListener('message', onMessage)
      return () => window.removeEventListener('message', onMessage)
    },
    isClosed: () => opened.closed,
    close: () => opened.close(),
  }
}

/** Shows that the window is waiting: it is empty until the server has said where the login is, which may take seconds. */
function drawWaiting(page: Document, title: string): void {
  page.title = title
  const { style } = page.documentElement
  style.colorScheme = 'light dark'
  const ring = page.body.appendChild(page.createElement('div'))
  ring.role = 'progressbar'
  ring.ariaLabel = title
  Object.assign(ring.style, {
    position: 'fixed',
    inset: '0',
    margin: 'auto',
    width: '32px',
    height: '32px',
    boxSizing: 'border-box',
    border: '2px solid color-mix(in srgb, CanvasText 20%, transparent)',
    borderTopColor: 'CanvasText',
    borderRadius: '50%',
  })
  ring.animate([{ rotate: '0turn' }, { rotate: '1turn' }], { duration: 1000, iterations: Infinity })
}

/**
 * Waits for the answer that a window brings for `state`. The window returns to a page of this origin, which hands it over
 * by a broadcast: that works without a reference to the opener.
 */
export function awaitWindow(state: string, onReturn: (returned: OAuthReturn) => void): () => void {
  const channel = openChannel(oauthWindow.channel)
  if (channel === null) return () => undefined
  channel.onmessage = ({ data }: MessageEvent<unknown>) => {
    const message = readMessage(data)
    if (message?.type !== oauthWindow.response || message.stateCode !== state) return
    channel.postMessage({ type: taken, stateCode: state })
    onReturn(message.returned)
  }
  return () => channel.close()
}

/**
 * Hands an answer to the page that opened this window, and closes it.
 *
 * @returns false when this page is not such a window, or the page that opened it is gone: then the answer is for this page.
 */
export async function handOver(client: SallyportClient, returned: OAuthReturn): Promise<boolean> {
  const { storage, clock } = client.environment
  if (storage.get(lateStorageKeys.oauthWindow) !== returned.state) return false
  storage.remove(lateStorageKeys.oauthWindow)
  const channel = openChannel(oauthWindow.channel)
  if (channel === null) return false
  const isTaken = new Promise<boolean>((resolve) => {
    channel.onmessage = ({ data }: MessageEvent<unknown>) => {
      const message = readMessage(data)
      if (message?.type === taken && message.stateCode === returned.state) resolve(true)
    }
    void clock.wait(handOverMs).then(() => resolve(false))
  })
  // An opener that waits for a message learns that the answer comes by the channel (wire reference §18.2).
  const opener: Window | null = window.opener
  opener?.postMessage({ type: oauthWindow.announcement }, window.location.origin)
  channel.postMessage({
    type: oauthWindow.response,
    stateCode: returned.state,
    authorizationCode: returned.code,
    returned,
  })
  const wasTaken = await isTaken
  channel.close()
  if (wasTaken) window.close()
  return wasTaken
}

/** The page that opened the window has the answer. */
const taken = 'SALLYPORT_OAUTH_TAKEN'

/** Only pages of this origin can write to the channel. */
function readMessage(
  data: unknown,
): { type: unknown; stateCode: unknown; returned: OAuthReturn } | null {
  // Every field is compared before it is used; `returned` is what `handOver` of this package sent.
  return typeof data === 'object' && data !== null
    ? (data as { type: unknown; stateCode: unknown; returned: OAuthReturn })
    : null
}
