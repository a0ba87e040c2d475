import {
  type KeyboardEvent,
  type ReactNode,
  Suspense,
  type SyntheticEvent,
  useLayoutEffect,
  useRef,
} from 'react'
import { SheetHandle } from '../registry.js'
import { Icon } from '../ui/icons.js'
import { useKeptFocus, useModality, useReturnedFocus } from './focus.js'
import { useModal } from './modal-context.js'

interface ShellProps {
  /** New at every screen: moves focus and plays the change. */
  screenKey: number
  travel: 'forward' | 'back'
  dir: 'ltr' | 'rtl'
  closing: boolean
  /** Whether another dialog is above this one, whose sheet is hidden meanwhile. */
  covered: boolean
  /** Gets the focus back in the end; null: what has it now. */
  opener: Element | null
  onBack: (() => void) | null
  /** Null while closing would lose something: then Escape and backdrop do nothing either. */
  onClose: (() => void) | null
  /** A click on the backdrop; gets what closes the modal. */
  onOutsideClick: (close: () => void) => void
  children: ReactNode
  regions: ReactNode
}

/** The dialog around a screen: veil, sheet, header, the morph between heights, focus. */
export function Shell(props: ShellProps) {
  const { screenKey, travel, dir, closing, covered, onBack, onClose, children, regions } = props
  const { locale, titleId } = useModal()
  const dialog = useRef<HTMLDialogElement>(null)
  const morph = useRef<HTMLDivElement>(null)
  useModality(dialog, props.opener)
  useKeptFocus(dialog)
  useReturnedFocus(dialog, covered)
  useMorph(morph, screenKey)
  useFarewell(morph, screenKey)
  const isHidden = useHidden({ closing, covered })
  const first = useRef(screenKey)
  const sign = (travel === 'forward' ? 1 : -1) * (dir === 'rtl' ? -1 : 1)
  useLayoutEffect(() => dialog.current?.style.setProperty('--sp-travel', String(sign)), [sign])
  return (
    <dialog
      ref={dialog}
      aria-labelledby={titleId}
      aria-modal="true"
      dir={dir}
      lang={locale}
      className={`${closing ? 'closing ' : ''}${isHidden ? 'covered' : ''}`}
      {...closeHandlers(dialog, props)}
    >
      {/* The veil is for pointers; keyboards have Escape and the close button. */}
      <div
        className="veil"
        aria-hidden="true"
        onPointerDown={() => onClose && props.onOutsideClick(onClose)}
      />
      <div className="place">
        <div className="sheet">
          <Suspense fallback={<div className="handle" aria-hidden="true" />}>
            <SheetHandle onClose={() => onClose?.()} />
          </Suspense>
          <Head onBack={onBack} onClose={onClose} />
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

/**
 * Whether the sheet is hidden. One that closes while it is covered stays hidden: the dialog above may be gone first, and the
 * sheet would be shown for a moment.
 */
function useHidden({ closing, covered }: Pick<ShellProps, 'closing' | 'covered'>): boolean {
  const isHidden = useRef(covered)
  if (!closing) isHidden.current = covered
  return isHidden.current
}

/** Back and close. */
function Head({ onBack, onClose }: Pick<ShellProps, 'onBack' | 'onClose'>) {
  const { copy } = useModal()
  return (
    <div className="head">
      {onBack && (
        <button type="button" className="icon-button" aria-label={copy.shell.back} onClick={onBack}>
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
  )
}

/** The handlers of everything by which the browser asks the dialog to close. */
function closeHandlers(
  dialog: { current: HTMLDialogElement | null },
  { closing, onClose }: Pick<ShellProps, 'closing' | 'onClose'>,
) {
  return {
    onKeyDown(event: KeyboardEvent) {
      // Taken before the browser does: it closes a dialog that refused Escape once when asked a second time.
      if (event.key !== 'Escape' || event.nativeEvent.isComposing) return
      event.preventDefault()
      onClose?.()
    },
    onCancel(event: SyntheticEvent) {
      event.preventDefault()
      onClose?.()
    },
    onClose() {
      // Closed by the browser all the same (Android's back, twice): whether it ends is decided by the flow.
      if (closing || dialog.current?.open) return
      dialog.current?.showModal()
      onClose?.()
    },
  }
}

/** Lets the screen that was left fade out: a picture of it, which nothing can reach. */
function useFarewell(morph: { current: HTMLDivElement | null }, screenKey: number) {
  const before = useRef<Element | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key is the reason to run
  useLayoutEffect(() => {
    const frame = morph.current
    const left = before.current
    before.current = frame?.querySelector('.screen:not(.leaving)') ?? null
    if (!frame || !left || left === before.current) return
    const picture = left.cloneNode(true)
    if (!(picture instanceof HTMLElement)) return
    picture.inert = true
    picture.ariaHidden = 'true'
    picture.className = 'screen leaving'
    for (const named of picture.querySelectorAll('[id]')) named.removeAttribute('id')
    frame.prepend(picture)
    const timer = setTimeout(() => picture.remove(), 160)
    return () => {
      clearTimeout(timer)
      picture.remove()
    }
  }, [morph, screenKey])
}

/** Lets the sheet grow and shrink with its content; without a ResizeObserver it simply has its height. */
function useMorph(morph: { current: HTMLDivElement | null }, screenKey: number) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: each screen is a new element to watch
  useLayoutEffect(() => {
    const frame = morph.current
    const content = frame?.lastElementChild
    if (!frame || !content || typeof ResizeObserver === 'undefined') return
    const fit = () => {
      // Not its rectangle, which an opening sheet scales down.
      frame.style.height = `${Math.ceil(Number.parseFloat(getComputedStyle(content).height))}px`
    }
    const observer = new ResizeObserver(fit)
    observer.observe(content)
    fit()
    frame.scrollTop = 0
    return () => observer.disconnect()
  }, [morph, screenKey])
}
