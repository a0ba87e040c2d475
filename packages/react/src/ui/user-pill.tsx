import type { CSSProperties, ReactNode } from 'react'
import { UserButton } from '../user-button.js'

/** Props of `UserPill` (react-api §7). `expanded` and `action` are accepted and do nothing: the account sheet has what they lead to. */
export interface UserPillProps {
  action?: unknown
  expanded?: boolean
  /** Shown to a user who is logged out. Default: “Log in”. */
  label?: ReactNode
  /** Height of the button in pixels. Default: 44. */
  size?: number
  ui?: {
    /** Without a border. */
    minimal?: boolean
    background?: 'accent' | 'secondary'
  }
}

const backgrounds = {
  accent: { background: '#676fff', color: '#ffffff' },
  secondary: { background: 'color-mix(in srgb, currentColor 8%, transparent)' },
} as const satisfies Record<string, CSSProperties>

/** A button that opens the login, or the account sheet of a user who is logged in: `UserButton` by the name that other kits use. */
export function UserPill({ label, size, ui = {} }: UserPillProps) {
  const style: CSSProperties = {
    ...(size !== undefined && { minHeight: size }),
    ...(ui.background && backgrounds[ui.background]),
    ...(ui.minimal && { borderColor: 'transparent' }),
  }
  return <UserButton style={style} {...(label !== undefined && { loginLabel: label })} />
}
