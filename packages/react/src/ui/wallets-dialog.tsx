import { useEffect } from 'react'
import { accountOpenerOf } from '../account-actions.js'
import { useClientState, useKit } from '../context.js'

/** Props of `WalletsDialog` (react-api §7). Both are accepted and do nothing: the sheet shows the networks that the app offers. */
export interface WalletsDialogProps {
  networks?: readonly unknown[]
  assets?: readonly unknown[]
}

/** Opens the sheet with the user's wallets and balances while it is mounted and a user is logged in. */
export function WalletsDialog(_props: WalletsDialogProps) {
  const kit = useKit()
  const isLoggedIn = useClientState().user !== null
  useEffect(() => {
    if (isLoggedIn) accountOpenerOf(kit)()
  }, [kit, isLoggedIn])
  return null
}
