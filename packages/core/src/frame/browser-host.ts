/** An answer to a frame, as the window received it. */
export interface FrameMessage {
  source: unknown
  origin: string
  data: unknown
}

/** An opened frame. */
export interface OpenFrame {
  /** The frame's window, to compare with the source of a message. */
  readonly window: unknown
  /** Resolves when the page has loaded, also when it is an error page. */
  readonly loaded: Promise<void>
  post(message: unknown, origin: string): void
  /**
   * Shows the frame over everything else on the page and gives it the keyboard, until the result is called. A host that
   * cannot show frames leaves it out; apps that enforce wallet screens then sign nothing.
   *
   * @param dismiss  Called when the person closed the frame by the page's own means, for example Escape.
   */
  show?(dismiss: () => void): () => void
  remove(): void
}

/** Where frames live: the page, or a stand-in. */
export interface FrameHost {
  open(url: string): OpenFrame
  /** Opens a page that users see, inside `element`. */
  openIn(element: HTMLElement, url: string): OpenFrame
  listen(listener: (message: FrameMessage) => void): () => void
}

const hidden = 'all:initial;position:fixed;width:0;height:0;overflow:hidden;visibility:hidden'
/** Whatever the page says of its dialogs and frames; in a dark page's colour scheme the frame would be opaque. */
const shown = 'all:initial;position:fixed;inset:0;width:100%;height:100%;color-scheme:light'

/**
 * Frames as hidden elements of this page. Each is in a dialog of its own from the start: only a modal dialog comes above the
 * modals of the page and is not inert under them, and a frame that is moved into one would load anew.
 */
export function createBrowserHost(): FrameHost {
  return {
    open(url) {
      const element = document.createElement('iframe')
      element.title = 'Wallet'
      element.dataset.sallyport = 'frame'
      element.allow = 'publickey-credentials-get; publickey-credentials-create; clipboard-write'
      const layer = document.createElement('dialog')
      layer.append(element)
      const pair: Pair = [layer, element]
      dress(pair, hidden)
      const loaded = new Promise<void>((resolve) => {
        element.addEventListener('load', () => resolve(), { once: true })
      })
      element.src = url
      document.body.append(layer)
      return {
        get window() {
          return element.contentWindow
        },
        loaded,
        // A call that is returned loses its source in WebKit, where both are of one origin.
        post: (message, origin) => {
          element.contentWindow?.postMessage(message, origin)
        },
        show: (dismiss) => openLayer(pair, dismiss),
        remove: () => layer.remove(),
      }
    },
    openIn(element, url) {
      const page = document.createElement('iframe')
      page.title = 'Wallet'
      page.dataset.sallyport = 'page'
      page.allow = 'publickey-credentials-get; publickey-credentials-create; clipboard-write'
      page.style.cssText = 'display:block;width:100%;height:100%;border:0;color-scheme:light'
      const loaded = new Promise<void>((resolve) => {
        page.addEventListener('load', () => resolve(), { once: true })
      })
      page.src = url
      element.replaceChildren(page)
      return {
        get window() {
          return page.contentWindow
        },
        loaded,
        post: (message, origin) => {
          page.contentWindow?.postMessage(message, origin)
        },
        remove: () => page.remove(),
      }
    },
    listen(listener) {
      const receive = (event: MessageEvent) => listener(event)
      window.addEventListener('message', receive)
      return () => window.removeEventListener('message', receive)
    },
  }
}

/** A layer and the frame in it. */
type Pair = readonly [layer: HTMLDialogElement, element: HTMLIFrameElement]

/** Opens the layer as the topmost modal; what closes it gives the keyboard back to where it was. */
function openLayer(pair: Pair, dismiss: () => void): () => void {
  const [layer, element] = pair
  // Escape, or whatever else the browser or the page closes it by.
  layer.onclose = dismiss
  dress(pair, shown)
  layer.showModal()
  element.focus()
  return () => {
    layer.onclose = null
    layer.close()
    dress(pair, hidden)
  }
}

function dress(pair: Pair, css: string): void {
  for (const each of pair) each.style.cssText = css
  const [, element] = pair
  element.tabIndex = css === hidden ? -1 : 0
  element.setAttribute('aria-hidden', String(css === hidden))
}
