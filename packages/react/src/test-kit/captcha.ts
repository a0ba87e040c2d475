import type { captcha } from '@sallyport/core'

/** A check that stays in the phases it is told, with a picture in place of a service's widget. */
export function fakeCaptcha(first: captcha.CaptchaPhase) {
  const listeners = new Set<() => void>()
  let phase = first
  let place: HTMLElement | undefined
  const calls: ('retry' | 'cancel')[] = []
  const enter = (next: captcha.CaptchaPhase) => {
    phase = next
    for (const listener of [...listeners]) listener()
  }
  const check: captcha.CaptchaCheck = {
    get phase() {
      return phase
    },
    // Made when it is drawn: lists of scenes are also read without a page.
    get place() {
      place ??= drawWidget()
      return place
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    retry() {
      calls.push('retry')
      enter('running')
    },
    cancel: () => void calls.push('cancel'),
  }
  return { check, enter, calls }
}

function drawWidget(): HTMLElement {
  const place = document.createElement('div')
  const widget = document.createElement('label')
  const box = document.createElement('input')
  box.type = 'checkbox'
  box.style.cssText = 'width:24px;height:24px;margin:0'
  widget.append(box, 'I am human')
  widget.style.cssText =
    'display:flex;align-items:center;gap:12px;box-sizing:border-box;width:100%;height:65px;padding:0 16px;border:1px solid color-mix(in srgb,currentColor 18%,transparent);background:color-mix(in srgb,currentColor 4%,transparent);color:inherit;font-size:14px;line-height:20px'
  place.append(widget)
  return place
}
