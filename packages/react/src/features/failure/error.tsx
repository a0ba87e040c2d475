import type { ScreenProps } from '../../flow/screens.js'
import { explain } from '../../modal/explain.js'
import { useModal } from '../../modal/modal-context.js'
import { Button } from '../../ui/button.js'
import { useCopy } from '../../ui/copy-button.js'
import { Hero } from '../../ui/parts.js'
import { Screen } from '../../ui/screen.js'

/** What nobody on this side of the screen can mend: details to hand on, and a way out. */
export function ErrorScreen({ data, end }: ScreenProps<'ERROR_SCREEN'>) {
  const modal = useModal()
  const { copy } = modal
  const { problem, canRetry } = data
  const details = useCopy([problem.code, problem.reference ?? ''].join(' ').trim())
  return (
    <Screen
      title={copy.failure.errorTitle}
      help={explain(problem, modal)}
      hero={<Hero icon="triangle" tone="danger" />}
      foot={problem.reference && <p>{copy.failure.reference(problem.reference)}</p>}
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
