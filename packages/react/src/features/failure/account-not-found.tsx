import type { ScreenProps } from '../../flow/screens.js'
import { useModal } from '../../modal/modal-context.js'
import { Failure } from '../../ui/failure.js'

/** Sign-up is off and no account matches what was proven. */
export function AccountNotFound({ end }: ScreenProps<'ACCOUNT_NOT_FOUND_SCREEN'>) {
  const { copy, settings } = useModal()
  return (
    <Failure
      icon="user-x"
      title={copy.failure.notFoundTitle}
      help={copy.failure.notFoundHelp(settings.appName)}
      action={copy.shell.retry}
      onAction={() => end('again', {})}
    />
  )
}
