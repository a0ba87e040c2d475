import type { ScreenProps } from '../../flow/screens.js'
import { Button } from '../../ui/button.js'
import { ScreenIcon } from '../../ui/parts.js'
import { Screen } from '../../ui/screen.js'
import { passkeyIcon } from './icon.js'
import { usePasskeyCopy } from './use-passkey-copy.js'

/** Asks whether to log in with a passkey or to create an account with a new one. */
export function SelectPasskey({ end }: ScreenProps<'SELECT_PASSKEY_SIGNUP_OR_LOGIN'>) {
  const { passkey } = usePasskeyCopy()
  return (
    <Screen
      title={passkey.chooseTitle}
      help={passkey.chooseHelp}
      image={<ScreenIcon icon={passkeyIcon} />}
    >
      <div className="rows">
        <Button onPress={() => end('chosen', { does: 'login' })}>{passkey.logIn}</Button>
        <Button kind="secondary" onPress={() => end('chosen', { does: 'sign-up' })}>
          {passkey.signUp}
        </Button>
      </div>
    </Screen>
  )
}
