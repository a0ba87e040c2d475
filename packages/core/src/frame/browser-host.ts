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
  remove(): void
}

/** Where frames live: the page, or a stand-in. */
export interface FrameHost {
  open(url: string): OpenFrame
  listen(listener: (message: FrameMessage) => void): () => void
}

/** Frames as hidden elements of this page. */
export function createBrowserHost(): FrameHost {
  return {
    open(url) {
      const element = document.createElement('iframe')
      element.title = 'Wallet'
      element.tabIndex = -1
      element.setAttribute('aria-hidden', 'true')
      element.dataset.sallyport = 'frame'
      element.allow = 'publickey-credentials-get; publickey-credentials-create; clipboard-write'
      element.style.cssText = 'position:fixed;width:0;height:0;border:0;visibility:hidden'
      const loaded = new Promise<void>((resolve) => {
        element.addEventListener('load', () => resolve(), { once: true })
      })
      element.src = url
      document.body.append(element)
      return {
        get window() {
          return element.contentWindow
        },
        loaded,
        post: (message, origin) => element.contentWindow?.postMessage(message, origin),
        remove: () => element.remove(),
      }
    },
    listen(listener) {
      const receive = (event: MessageEvent) => listener(event)
      window.addEventListener('message', receive)
      return () => window.removeEventListener('message', receive)
    },
  }
}
