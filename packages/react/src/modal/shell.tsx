import { type ReactNode, useEffect, useLayoutEffect, useRef } from 'react'
import { Icon } from '../ui/icons.js'
import { useModal } from './modal-context.js'
import { useDrag } from './use-drag.js'

/** The dialog around a screen: veil, sheet, header, the morph between heights, focus. */
export function Shell(props: {
  /** New at every screen: moves focus and plays the change. */
  screenKey: number
  travel: 'forward' | 'back'
  dir: 'ltr' | 'rtl'
  closing: boolean
  onBack: (() => void) | null
  /** Null while closing would lose something: then Escape and backdrop do nothing either. */
  onClose: (() => void) | null
  children: ReactNode
  regions: ReactNode
}) {
  const { screenKey, travel, dir, closing, onBack, onClose, children, regions } = props
  const { copy, locale } = useModal()
  const dialog = useRef<HTMLDialogElement>(null)
  const morph = useRef<HTMLDivElement>(null)
  const drag = useDrag(() => onClose?.())
  useModality(dialog)
  useMorph(morph, screenKey)
  useScreenFocus(dialog, screenKey)
  const first = useRef(screenKey)
  const sign = (travel === 'forward' ? 1 : -1) * (dir === 'rtl' ? -1 : 1)
  useLayoutEffect(() => dialog.current?.style.setProperty('--sp-travel', String(sign)), [sign])
  return (
    <dialog
      ref={dialog}
      aria-labelledby="sp-title"
      aria-modal="true"
      dir={dir}
      lang={locale}
      className={closing ? 'closing' : ''}
      onCancel={(event) => {
        event.preventDefault()
        onClose?.()
      }}
    >
      {/* The veil is for pointers; keyboards have Escape and the close button. */}
      <div className="veil" aria-hidden="true" onPointerDown={() => onClose?.()} />
      <div className="place">
        <div className="sheet">
          <div className="handle" aria-hidden="true" {...drag} />
          <div className="head">
            {onBack && (
              <button
                type="button"
                className="icon-button"
                aria-label={copy.shell.back}
                onClick={onBack}
              >
                <Icon name="arrow-left" />
              </button>
            )}
            <span />
            {onClose && (
              <button
                type="button"
                className="icon-button"
                aria-label={copy.shell.close}
                onClick={onClose}
              >
                <Icon name="x" />
              </button>
            )}
          </div>
          <div className="morph" ref={morph}>
            <div key={screenKey} className={`screen${first.current === screenKey ? ' first' : ''}`}>
              {children}
            </div>
          </div>
        </div>
      </div>
      {regions}
    </dialog>
  )
}

/** Opens the dialog over everything, and gives focus back to where it came from. */
function useModality(dialog: { current: HTMLDialogElement | null }) {
  useLayoutEffect(() => {
    const element = dialog.current
    const opener = document.activeElement
    if (element && !element.open) element.showModal()
    return () => {
      element?.close()
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus()
    }
  }, [dialog])
}

/** Focuses what the new screen wants first: its field, else its title, which is then read out. */
function useScreenFocus(dialog: { current: HTMLDialogElement | null }, screenKey: number) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key is the reason to run
  useEffect(() => {
    const root = dialog.current
    const target =
      root?.querySelector<HTMLElement>('.screen [data-autofocus]') ??
      root?.querySelector<HTMLElement>('#sp-title')
    target?.focus({ preventScroll: true })
  }, [dialog, screenKey])
}

/** Lets the sheet grow and shrink with its content; without a ResizeObserver it simply has its height. */
function useMorph(morph: { current: HTMLDivElement | null }, screenKey: number) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: each screen is a new element to watch
  useLayoutEffect(() => {
    const frame = morph.current
    const content = frame?.lastElementChild
    if (!frame || !content || typeof ResizeObserver === 'undefined') return
    const fit = () => {
      frame.style.height = `${Math.ceil(content.getBoundingClientRect().height)}px`
    }
    const observer = new ResizeObserver(fit)
    observer.observe(content)
    fit()
    frame.scrollTop = 0
    return () => observer.disconnect()
  }, [morph, screenKey])
}
