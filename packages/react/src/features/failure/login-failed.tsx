import { isExpired } from '../../flow/reactions.js'
import type { ScreenProps } from '../../flow/screens.js'
import { explain } from '../../modal/explain.js'
import { useModal } from '../../modal/modal-context.js'
import { Failure } from '../../ui/failure.js'

/** A login that ended for a reason the user can act on. */
export function LoginFailed({ data, end }: ScreenProps<'LOGIN_FAILED_SCREEN'>) {
  const modal = useModal()
  const { copy } = modal
  const { reference } = data.problem
  return (
    <Failure
      icon="alert"
      tone="danger"
      title={copy.failure.loginTitle}
      help={explain(data.problem, modal)}
      action={isExpired(data.problem) ? copy.shell.logIn : copy.shell.retry}
      onAction={() => end('again', {})}
      foot={reference && <p>{copy.failure.reference(reference)}</p>}
    />
  )
}
