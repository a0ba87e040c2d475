/** What one run of a widget is told and tells. */
export interface CaptchaRun {
  siteKey: string
  /** Colours and language of the widget. */
  look: CaptchaLook
  onToken(token: string): void
  onFailed(why: 'failed' | 'unsupported'): void
  /** The widget asks the user something and has to be seen. */
  onAsks(): void
  /** What it asked has expired; the widget asks anew by itself. */
  onRenewed(): void
  /** The token it gave can no longer be used. */
  onExpired?(): void
}

/** How a widget looks beside the page. */
export interface CaptchaLook {
  theme: 'light' | 'dark'
  /** Default: the browser's language. */
  language?: string
}

/** A captcha service's widget. */
interface CaptchaWidget {
  script: string
  /** Starts in `place`; gives what removes it. */
  run(place: HTMLElement, run: CaptchaRun): () => void
}

type Options = Record<string, unknown>

/** The part of the services' scripts that is used; both have it. */
interface WidgetApi {
  render(place: HTMLElement, options: Options): string
  remove(id: string): void
  execute?(id: string): void
}

/** Each service: Turnstile (developers.cloudflare.com/turnstile) and hCaptcha (docs.hcaptcha.com). */
export const captchaWidgets = {
  turnstile: {
    script: 'https://challenges.cloudflare.com/turnstile/v0/api.js',
    run(place, { siteKey, look, onToken, onFailed, onAsks, onRenewed, onExpired }) {
      const api = apiOf('turnstile')
      const id = api.render(place, {
        sitekey: siteKey,
        // The server compares it.
        action: 'login',
        appearance: 'interaction-only',
        size: 'flexible',
        theme: look.theme,
        ...(look.language ? { language: look.language.toLowerCase() } : {}),
        callback: onToken,
        'before-interactive-callback': onAsks,
        // By default the widget then asks anew.
        'timeout-callback': onRenewed,
        'expired-callback': () => onExpired?.(),
        'unsupported-callback': () => onFailed('unsupported'),
        // True: the error is handled, the widget need not write it to the console.
        'error-callback': () => {
          onFailed('failed')
          return true
        },
      })
      return () => api.remove(id)
    },
  },
  hcaptcha: {
    script: 'https://js.hcaptcha.com/1/api.js',
    run(place, { siteKey, look, onToken, onFailed, onAsks, onRenewed, onExpired }) {
      const api = apiOf('hcaptcha')
      place.id = 'sallyport-captcha'
      const id = api.render(place, {
        sitekey: siteKey,
        size: 'invisible',
        theme: look.theme,
        'challenge-container': place.id,
        callback: onToken,
        'open-callback': onAsks,
        'close-callback': () => onFailed('failed'),
        'chalexpired-callback': () => {
          onRenewed()
          api.execute?.(id)
        },
        'expired-callback': () => onExpired?.(),
        'error-callback': () => onFailed('failed'),
      })
      api.execute?.(id)
      return () => api.remove(id)
    },
  },
} as const satisfies Record<string, CaptchaWidget>

/** Whether this client has a widget of that name: a newer server may name another. */
export function isWidgetName(name: string): name is keyof typeof captchaWidgets {
  return Object.hasOwn(captchaWidgets, name)
}

function apiOf(name: keyof typeof captchaWidgets): WidgetApi {
  // The script of the service sets it.
  return Reflect.get(window, name) as WidgetApi
}

const loading = new Map<string, Promise<void>>()

/** Loads a script once; one that failed is loaded anew the next time. */
export function loadScript(url: string): Promise<void> {
  const known = loading.get(url)
  if (known) return known
  const loaded = new Promise<void>((resolve, reject) => {
    const script = document.createElement('script')
    script.src = url
    script.async = true
    script.onload = () => resolve()
    script.onerror = () => {
      loading.delete(url)
      script.remove()
      reject(new Error('The script of the captcha service could not be loaded'))
    }
    document.head.append(script)
  })
  loading.set(url, loaded)
  return loaded
}
