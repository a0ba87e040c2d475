import type { ScreenProps } from '../../flow/screens.js'
import { useRecoveryCopy } from '../../modal/use-recovery-copy.js'
import { Button } from '../../ui/button.js'
import { Notice } from '../../ui/notice.js'
import { ScreenIcon } from '../../ui/parts.js'
import { Screen } from '../../ui/screen.js'

type Props = ScreenProps<'EMBEDDED_WALLET_PASSWORD_UPDATE_SPLASH_SCREEN'>

/** Says what a recovery passcode is for, and what its loss means, before one is chosen. */
export function PasswordUpdateSplash({ data, end }: Props) {
  const { recovery } = useRecoveryCopy()
  const { wallet } = data
  const hasOne = wallet.recoveryMethod === 'user-passcode'
  return (
    <Screen
      title={hasOne ? recovery.splashChangeTitle : recovery.splashTitle}
      help={recovery.splashWhen}
      image={<ScreenIcon icon="lock" />}
    >
      <Notice tone="warning" title={recovery.splashNoReset}>
        <p>{recovery.splashKeep}</p>
      </Notice>
      <Button onPress={() => end('continues', { wallet })}>
        {hasOne ? recovery.change : recovery.set}
      </Button>
    </Screen>
  )
}
