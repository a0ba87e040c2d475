import { useEffect, useRef } from 'react'
import { useClientState, useKit } from './context.js'

/** Props of `Captcha` (react-api §8). */
export interface CaptchaProps {
  /** A token is there; the next call that needs one takes it along. */
  onSuccess?(token: string): void
  /** `captcha_failure`, `captcha_timeout` or `captcha_disabled`. */
  onError?(code: string): void
  /** The token was not used in time; the widget gets a new one. */
  onExpire?(): void
  /** A call takes the token along. */
  onSubmit?(): void
  /** The service does not support this browser. */
  onUnsupported?(): void
  /** Starts with the first call that needs a token, instead of at once. */
  delayedExecution?: boolean
}

/**
 * Shows the app's captcha in the page, for logins without the modal. Hooks take its token along. Draws nothing while the app has
 * no captcha.
 */
export function Captcha(props: CaptchaProps) {
  const kit = useKit()
  const isOn = useClientState().config?.captcha_enabled === true
  const { delayedExecution = false } = props
  const place = useRef<HTMLDivElement>(null)
  const latest = useRef(props)
  latest.current = props
  useEffect(() => {
    const element = place.current
    if (!isOn || element === null) return
    let isGone = false
    let remove = () => {}
    // Loaded by apps with captcha.
    import('./features/captcha/mount-captcha.js').then(
      ({ mountCaptcha }) => {
        if (isGone) return
        remove = mountCaptcha(kit, {
          place: element,
          delayedExecution,
          onSuccess: (token) => latest.current.onSuccess?.(token),
          onError: (code) => latest.current.onError?.(code),
          onExpire: () => latest.current.onExpire?.(),
          onSubmit: () => latest.current.onSubmit?.(),
          onUnsupported: () => latest.current.onUnsupported?.(),
        })
      },
      () => latest.current.onError?.('captcha_failure'),
    )
    return () => {
      isGone = true
      remove()
    }
  }, [kit, isOn, delayedExecution])
  return isOn ? <div ref={place} data-sallyport="captcha" /> : null
}
