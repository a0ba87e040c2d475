import type { ReactNode } from 'react'
import { useModal } from '../modal/modal-context.js'
import type { Approval } from '../modal/use-approval.js'
import { Button } from './button.js'

/**
 * The two ways out of a wallet request: to reject it, and `children`, to approve it. Once the login has expired: to log in.
 *
 * @param props.isRisky  makes rejecting the filled button; the one that approves must be outlined.
 */
export function Answers(props: {
  approval: Approval
  reject: string
  isRisky?: boolean
  /** What to mind; stays in view with the buttons. */
  notices?: ReactNode
  children: ReactNode
}) {
  const { task, reject, loginAgain } = props.approval
  const { copy } = useModal()
  const isFilled = props.isRisky === true && !loginAgain
  return (
    <div className="actions">
      {props.notices}
      <div className="pair">
        <Button kind={isFilled ? 'primary' : 'secondary'} onPress={reject} disabled={task.busy}>
          {loginAgain ? copy.shell.close : props.reject}
        </Button>
        {loginAgain ? <Button onPress={loginAgain}>{copy.shell.logIn}</Button> : props.children}
      </div>
    </div>
  )
}
