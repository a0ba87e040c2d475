import type { CSSProperties, ReactNode } from 'react'
import { accountOpenerOf } from './account-actions.js'
import { useClientState, useKit, useReady } from './context.js'

/** Props of the user button. */
export interface UserButtonProps {
  /** Shown to a user who is logged out. Default: “Log in”. */
  loginLabel?: ReactNode
  /** What screen readers hear for a logged-in user. Default: “Account”. */
  accountLabel?: string
  className?: string
  style?: CSSProperties
  /** In place of the round button’s letter. */
  children?: ReactNode
}

/** Opens the account sheet for a logged-in user, and the login for others. Shows nothing until that is known. */
export function UserButton(props: UserButtonProps) {
  const { loginLabel = 'Log in', accountLabel = 'Account', className, style, children } = props
  const kit = useKit()
  const { user } = useClientState()
  if (!useReady() && user === null) return null
  const common = { type: 'button', className } as const
  if (user === null) {
    return (
      <button {...common} style={{ ...pill, ...style }} onClick={() => kit.login()}>
        {loginLabel}
      </button>
    )
  }
  const name = user.email?.address ?? user.phone?.number ?? user.wallet?.address
  const label = name === undefined ? accountLabel : `${accountLabel}: ${name}`
  return (
    <button
      {...common}
      style={{ ...round, ...style }}
      aria-label={label}
      aria-haspopup="dialog"
      onClick={accountOpenerOf(kit)}
    >
      {children ?? letterOf(name)}
    </button>
  )
}

/** The first letter of an address; a sign for everyone else. */
function letterOf(name: string | undefined): string {
  const letter = name && /^\p{L}/u.exec(name)?.[0]
  return letter ? letter.toUpperCase() : '◉'
}

// Inline, so that no style sheet has to be loaded; `style` and `className` win.
const shared: CSSProperties = {
  minHeight: 44,
  border: '1px solid color-mix(in srgb, currentColor 25%, transparent)',
  background: 'transparent',
  color: 'inherit',
  font: 'inherit',
  fontWeight: 500,
  cursor: 'pointer',
}
const pill: CSSProperties = { ...shared, padding: '0 16px', borderRadius: 12 }
const round: CSSProperties = { ...shared, width: 44, padding: 0, borderRadius: '50%' }
