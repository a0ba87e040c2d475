import type { MouseEvent, ReactNode } from 'react'
import { useModal } from '../modal/modal-context.js'

/** Props of a button. `busy` keeps its width and ignores further presses. */
interface ButtonProps {
  children: ReactNode
  onPress?: () => void
  /** In place of `onPress`, where it matters how the button was pressed. */
  onClick?: (event: MouseEvent) => void
  /** One primary per screen; `danger` ends or deletes something. */
  kind?: 'primary' | 'secondary' | 'danger'
  submit?: boolean
  disabled?: boolean
  busy?: boolean
  /** Id of its error message. */
  describedBy?: string | undefined
  /** Takes the focus as soon as it is shown. */
  autoFocus?: boolean
  /** Accessible name while busy; default: "Working". */
  busyLabel?: string
}

/** A full-width action, 48 px high. */
export function Button(props: ButtonProps) {
  const {
    children,
    onPress,
    onClick = () => onPress?.(),
    kind = 'primary',
    submit,
    disabled,
    busy = false,
    busyLabel,
  } = props
  const { autoFocus = false } = props
  const { copy } = useModal()
  return (
    <button
      type={submit ? 'submit' : 'button'}
      className={`button ${kind}${busy ? ' busy' : ''}`}
      disabled={disabled === true}
      aria-disabled={busy || undefined}
      aria-busy={busy || undefined}
      aria-describedby={props.describedBy}
      // biome-ignore lint/a11y/noAutofocus: the focus moves within an open dialog, to what replaced the focused field
      autoFocus={autoFocus}
      data-autofocus={autoFocus ? '' : undefined}
      onClick={(event) => {
        if (busy) event.preventDefault()
        else onClick(event)
      }}
    >
      <span className="label">{children}</span>
      {busy && <span className="spin" />}
      {busy && <span className="spoken">{busyLabel ?? copy.shell.working}</span>}
    </button>
  )
}

/** A small text button with a touch target of 44 px. */
export function QuietButton(props: {
  children: ReactNode
  onPress: () => void
  disabled?: boolean
  strong?: boolean
  describedBy?: string | undefined
  /** What screen readers hear; begins with the text. */
  label?: string
}) {
  const { children, onPress, disabled = false, strong = false, describedBy, label } = props
  return (
    <button
      type="button"
      className={`quiet${strong ? ' strong' : ''}`}
      disabled={disabled}
      aria-label={label}
      aria-describedby={describedBy}
      onClick={onPress}
    >
      {children}
    </button>
  )
}
