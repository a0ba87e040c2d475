import type { ReactNode } from 'react'
import { WalletNotKept } from '../modal/late-browser-notes.js'
import { useModal } from '../modal/modal-context.js'
import type { Approval } from '../modal/use-approval.js'
import { Button } from './button.js'

/**
 * The buttons of a wallet request: Reject, and `children` to approve it. Once the login has expired: Close and Log in.
 *
 * @param props.isRisky  fills the Reject button; the button that approves must then be outlined.
 */
export function Answers(props: {
  approval: Approval
  reject: string
  isRisky?: boolean
  /** Warnings; they stay in view with the buttons. */
  notices?: ReactNode
  children: ReactNode
}) {
  const { task, reject, loginAgain } = props.approval
  const { copy } = useModal()
  const isFilled = props.isRisky === true && !loginAgain
  return (
    <div className="actions">
      {props.notices}
      {loginAgain && <WalletNotKept />}
      <div className="pair">
        <Button kind={isFilled ? 'primary' : 'secondary'} onPress={reject} disabled={task.busy}>
          {loginAgain ? copy.shell.close : props.reject}
        </Button>
        {loginAgain ? <Button onPress={loginAgain}>{copy.shell.logIn}</Button> : props.children}
      </div>
    </div>
  )
}
