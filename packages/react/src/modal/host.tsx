import { type ReactNode, useLayoutEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import { chooseFont } from '../theme/font.js'
import { type ResolvedTheme, tokenRule } from '../theme/tokens.js'
import { hostElement, hostId, unseenSlot } from './host-element.js'
import { adoptStyles } from './stylesheet.js'

export { hostId }

/**
 * Renders into a shadow root at the end of the page, with the colours of `theme`. Locks the page's scrolling while it is
 * there. A modal above another one shares its root.
 */
export function Host({ theme, children }: { theme: ResolvedTheme; children: ReactNode }) {
  const [dress, setDress] = useState<Dress | null>(null)
  useLayoutEffect(() => {
    const opened = open()
    setDress(opened)
    return opened.close
  }, [])
  const font = dress && chooseFont(getComputedStyle(document.body).fontFamily)
  // What the user's browser calls medium: text grows with it, whatever size the app gave its own.
  const size = dress && getComputedStyle(dress.root.host).fontSize
  const own = `--sp-font:${font};--sp-px:calc(${size}/16)}`
  const rule = tokenRule(theme).replace('}', `;${own}`)
  useLayoutEffect(() => dress?.setTokens(rule), [dress, rule])
  return dress && createPortal(children, dress.root)
}

interface Dress {
  root: ShadowRoot
  setTokens(rule: string): void
  close(): void
}

function open(): Dress {
  const below = document.getElementById(hostId)?.shadowRoot
  if (below) return { root: below, setTokens: () => undefined, close: () => undefined }
  const host = hostElement()
  const root = host.attachShadow({ mode: 'open' })
  // Captcha widgets run here while they ask nothing.
  const widgets = document.createElement('slot')
  widgets.name = unseenSlot
  root.append(widgets)
  const unlock = lockScroll()
  const close = () => {
    host.remove()
    unlock()
  }
  return { root, close, ...adoptStyles(root) }
}

/** Stops the page behind from scrolling, without the jump of a vanishing scroll bar. */
function lockScroll(): () => void {
  const { style, clientWidth } = document.documentElement
  const before = { overflow: style.overflow, gutter: style.scrollbarGutter }
  if (window.innerWidth > clientWidth) style.scrollbarGutter = 'stable'
  style.overflow = 'hidden'
  return () => {
    style.overflow = before.overflow
    style.scrollbarGutter = before.gutter
  }
}
