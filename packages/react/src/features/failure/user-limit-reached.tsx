import type { ScreenProps } from '../../flow/screens.js'
import { useModal } from '../../modal/modal-context.js'
import { Failure } from '../../ui/failure.js'

/** The app is full; people outside need not know why. */
export function UserLimitReached({ end }: ScreenProps<'USER_LIMIT_REACHED_SCREEN'>) {
  const { copy, settings } = useModal()
  return (
    <Failure
      icon="users"
      title={copy.failure.limitTitle}
      help={copy.failure.limitHelp(settings.appName)}
      action={copy.failure.goBack}
      onAction={() => end('again', {})}
    />
  )
}
