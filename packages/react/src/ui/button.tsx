import type { ReactNode } from 'react'

/** What a button needs. `busy` keeps its width and stops a second press. */
export interface ButtonProps {
  children: ReactNode
  onPress?: () => void
  /** One primary per screen. */
  kind?: 'primary' | 'secondary'
  submit?: boolean
  disabled?: boolean
  busy?: boolean
  /** Read out while busy. */
  busyLabel?: string
}

/** A full-width action, 48 px high. */
export function Button(props: ButtonProps) {
  const { children, onPress, kind = 'primary', submit, disabled, busy = false, busyLabel } = props
  return (
    <button
      type={submit ? 'submit' : 'button'}
      className={`button ${kind}${busy ? ' busy' : ''}`}
      disabled={disabled === true}
      aria-disabled={busy || undefined}
      aria-busy={busy || undefined}
      onClick={(event) => {
        if (busy) event.preventDefault()
        else onPress?.()
      }}
    >
      <span className="label">{children}</span>
      {busy && <span className="spin" />}
      {busy && busyLabel && <span className="spoken">{busyLabel}</span>}
    </button>
  )
}

/** A small action in running text size, 44 px to touch. */
export function QuietButton(props: {
  children: ReactNode
  onPress: () => void
  disabled?: boolean
  strong?: boolean
}) {
  const { children, onPress, disabled = false, strong = false } = props
  return (
    <button
      type="button"
      className={`quiet${strong ? ' strong' : ''}`}
      disabled={disabled}
      onClick={onPress}
    >
      {children}
    </button>
  )
}
