import { useEffect } from 'react'
import type { ScreenProps } from '../../flow/screens.js'
import { explain } from '../../modal/explain.js'
import { useModal } from '../../modal/modal-context.js'
import { Button } from '../../ui/button.js'
import { DeveloperHint } from '../../ui/developer-hint.js'
import { ScreenIcon } from '../../ui/parts.js'
import { Screen } from '../../ui/screen.js'
import { useCopy } from '../../ui/use-copy.js'

/** A failure that only the app's developer can fix: details to pass on, a line in the console, and a way out. */
export function ErrorScreen({ data, end }: ScreenProps<'ERROR_SCREEN'>) {
  const modal = useModal()
  const { copy, kit } = modal
  const { problem, canRetry } = data
  useEffect(() => kit.client.warnDeveloper(problem.code), [kit, problem.code])
  const details = useCopy([problem.code, problem.reference ?? ''].join(' ').trim())
  return (
    <Screen
      title={copy.failure.errorTitle}
      help={explain(problem, modal)}
      image={<ScreenIcon icon="triangle" tone="danger" />}
      foot={
        <>
          {problem.reference && <p>{copy.failure.reference(problem.reference)}</p>}
          <DeveloperHint />
        </>
      }
    >
      <div className="rows">
        {canRetry ? (
          <Button onPress={() => end('again', {})}>{copy.shell.retry}</Button>
        ) : (
          <Button onPress={() => end('closed', {})}>{copy.shell.close}</Button>
        )}
        <Button kind="secondary" onPress={details.copy}>
          {details.copied ? copy.shell.copied : copy.failure.copyDetails}
        </Button>
      </div>
    </Screen>
  )
}
