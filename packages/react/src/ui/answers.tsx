import type { ReactNode } from 'react'
import { useModal } from '../modal/modal-context.js'
import type { Approval } from '../modal/use-approval.js'
import { Button } from './button.js'

/** The two ways out of a wallet request: to reject it, and `children`, to approve it. Once the login has expired: to log in. */
export function Answers(props: { approval: Approval; reject: string; children: ReactNode }) {
  const { task, reject, loginAgain } = props.approval
  const { copy } = useModal()
  return (
    <div className="actions pair">
      <Button kind="secondary" onPress={reject} disabled={task.busy}>
        {loginAgain ? copy.shell.close : props.reject}
      </Button>
      {loginAgain ? <Button onPress={loginAgain}>{copy.shell.logIn}</Button> : props.children}
    </div>
  )
}
