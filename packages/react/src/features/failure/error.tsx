import { useEffect } from 'react'
import type { Copy } from '../../copy/en.js'
import { isExpired } from '../../flow/reactions.js'
import type { Intent, ScreenProps } from '../../flow/screens.js'
import { explain } from '../../modal/explain.js'
import { useModal } from '../../modal/modal-context.js'
import { Button } from '../../ui/button.js'
import { DeveloperHint } from '../../ui/developer-hint.js'
import { ScreenIcon } from '../../ui/parts.js'
import { Screen } from '../../ui/screen.js'
import { useCopy } from '../../ui/use-copy.js'

const titles = {
  login: 'errorTitle',
  link: 'linkTitle',
  update: 'updateTitle',
} as const satisfies Record<Intent, keyof Copy['failure']>

/**
 * A login that only the app's developer can repair, with a line in the console; or why an account could not be linked or
 * changed. Details to pass on, and a way out.
 */
export function ErrorScreen({ data, end }: ScreenProps<'ERROR_SCREEN'>) {
  const modal = useModal()
  const { copy, kit } = modal
  const { problem, canRetry, intent } = data
  useEffect(() => {
    if (intent === 'login') kit.client.warnDeveloper(problem.code)
  }, [kit, problem.code, intent])
  const { origin } = window.location
  const details = useCopy([problem.code, problem.reference, origin].filter(Boolean).join(' '))
  const logIn = async () => {
    if (await modal.loginAgain()) end('again', {})
  }
  return (
    <Screen
      title={copy.failure[titles[intent]]}
      help={explain(problem, modal)}
      image={<ScreenIcon icon="triangle" tone="danger" />}
      foot={
        <>
          {problem.reference && <p>{copy.failure.reference(problem.reference)}</p>}
          {intent === 'login' && <DeveloperHint />}
        </>
      }
    >
      <div className="rows">
        {intent !== 'login' && isExpired(problem) ? (
          <Button onPress={logIn}>{copy.shell.logIn}</Button>
        ) : canRetry ? (
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
