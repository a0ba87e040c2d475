import { automaticRecoveryMethod } from '@sallyport/contract'
import type { RecoveryChoice } from '../../flow/recovery-data.js'
import type { ScreenProps } from '../../flow/screens.js'
import { useRecoveryCopy } from '../../modal/use-recovery-copy.js'
import { Icon } from '../../ui/icons.js'
import { ScreenIcon } from '../../ui/parts.js'
import { Screen } from '../../ui/screen.js'
import { LaterButton } from './later-button.js'
import { methodIcons } from './method-icons.js'

type Props = ScreenProps<'EMBEDDED_WALLET_RECOVERY_SELECTION_SCREEN'>

/** Compares the recoveries that an app offers by who can restore the wallet, and what happens when it is lost. */
export function RecoverySelection({ data, end }: Props) {
  const { recovery } = useRecoveryCopy()
  const { options, target } = data
  const current = 'wallet' in target ? target.wallet.recoveryMethod : undefined
  // A passkey or storage asks for nothing that has to be remembered.
  const recommended = options.find((each) => each !== 'user-passcode')
  const isAutomatic = current === undefined || current === automaticRecoveryMethod
  const noteOf = (method: RecoveryChoice) => {
    if (method === current) return recovery.current
    return isAutomatic && method === recommended ? recovery.recommended : undefined
  }
  const isLogin = 'creates' in target && target.creates.login !== null
  return (
    <Screen
      title={recovery.selectTitle}
      help={'creates' in target ? recovery.selectCreateHelp : recovery.selectHelp}
      image={<ScreenIcon icon="lock" />}
    >
      <div className="rows">
        {options.map((method) => (
          <MethodCard
            key={method}
            method={method}
            note={noteOf(method)}
            onPress={() => end('chosen', { method })}
          />
        ))}
      </div>
      {isLogin && <LaterButton onPress={() => end('later', {})} />}
    </Screen>
  )
}

function MethodCard(props: {
  method: RecoveryChoice
  note: string | undefined
  onPress: () => void
}) {
  const { method, note, onPress } = props
  const { recovery } = useRecoveryCopy()
  const { name, who, lost } = recovery.methods[method]
  return (
    <button type="button" className="row account-row" onClick={onPress}>
      <span className="mark">
        <Icon name={methodIcons[method]} />
      </span>
      <span className="name">
        <span className="titled">
          <bdi>{name}</bdi>
          {note && <span className="pill">{note}</span>}
        </span>
        <small>{who}</small>
        <small>{lost}</small>
      </span>
      <Icon name="chevron-right" size="small" />
    </button>
  )
}
