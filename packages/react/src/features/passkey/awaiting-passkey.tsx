import { passkey } from '@sallyport/core'
import { useEffect, useState } from 'react'
import type { ScreenProps } from '../../flow/screens.js'
import { explain } from '../../modal/explain.js'
import { useModal } from '../../modal/modal-context.js'
import { Button } from '../../ui/button.js'
import { DeveloperHint } from '../../ui/developer-hint.js'
import { ScreenIcon } from '../../ui/parts.js'
import { Screen } from '../../ui/screen.js'
import { describeFailure, type PasskeyFailure } from './describe-failure.js'
import { passkeyIcon } from './icon.js'
import { useCeremony } from './use-ceremony.js'
import { usePasskeyCopy } from './use-passkey-copy.js'

/** Waits for the browser's own dialog, and explains what went wrong in it. */
export function AwaitingPasskey(props: ScreenProps<'AWAITING_PASSKEY_SYSTEM_DIALOGUE'>) {
  const { data, end } = props
  const { shell, passkey: words } = usePasskeyCopy()
  const { at, failure, start } = useLogin(props)
  if (failure === null) {
    const isSignUp = data.does === 'sign-up'
    const asking = isSignUp ? words.signUpTitle : words.loginTitle
    const help = isSignUp ? words.signUpHelp : words.loginHelp
    return (
      <Screen
        title={at === 'checking' ? words.checkingTitle : asking}
        help={at === 'checking' ? null : help}
        image={<ScreenIcon icon={passkeyIcon} busy />}
      />
    )
  }
  const { title, help, canRetry, isDevelopers } = failure
  return (
    <Screen
      title={title}
      help={help}
      image={<ScreenIcon icon={passkeyIcon} tone="warning" />}
      foot={isDevelopers && <DeveloperHint />}
    >
      <div className="rows">
        {canRetry && <Button onPress={start}>{shell.retry}</Button>}
        <Button kind={canRetry ? 'secondary' : 'primary'} onPress={() => end('otherWay', {})}>
          {words.otherWay}
        </Button>
      </div>
    </Screen>
  )
}

/** Asks at once, because a press led here, and again on request. */
function useLogin({ data, end }: ScreenProps<'AWAITING_PASSKEY_SYSTEM_DIALOGUE'>) {
  const modal = useModal()
  const { kit, announce } = modal
  const { passkey: words } = usePasskeyCopy()
  const [failure, setFailure] = useState<PasskeyFailure | null>(null)
  const ask = data.does === 'sign-up' ? passkey.signUp : passkey.login
  const { at, start } = useCeremony({
    ask: (options) => kit.prove('passkey', () => ask(kit.client, options)),
    done: (login) => end('loggedIn', login),
    failed(error) {
      const found = describeFailure(error, { words, explain: (given) => explain(given, modal) })
      if ('problem' in found) return end('failed', found.problem)
      setFailure(found)
      announce(found.title, 'assertive')
    },
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: once; `start` uses what is current then
  useEffect(() => start(), [])
  const again = () => {
    setFailure(null)
    start()
  }
  return { at, failure, start: again }
}
