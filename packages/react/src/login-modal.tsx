import { useEffect } from 'react'
import { useClientState, useKit } from './context.js'

/** Props of `LoginModal`. */
export interface LoginModalProps {
  /** Whether the login is open. */
  open: boolean
}

/**
 * The login as a component: open while `open` is true and no user is logged in. It is drawn above the page; use `login()` where a press
 * opens it.
 */
export function LoginModal({ open }: LoginModalProps) {
  const kit = useKit()
  const isLoggedIn = useClientState().user !== null
  useEffect(() => {
    if (!open || isLoggedIn) return
    kit.login()
    return () => {
      if (kit.client.state.user === null) kit.modal.closeAll()
    }
  }, [kit, open, isLoggedIn])
  return null
}
