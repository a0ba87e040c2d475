import type { MfaVerification, mfa } from '@sallyport/core'
import { type ReactNode, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import type { ScreenProps } from '../../flow/screens.js'
import { useModal } from '../../modal/modal-context.js'
import { runAfter } from '../../modal/run-after.js'
import { useMfaCopy } from '../../modal/use-mfa-copy.js'
import { Button, QuietButton } from '../../ui/button.js'
import { ScreenIcon } from '../../ui/parts.js'
import { Screen } from '../../ui/screen.js'
import { FactorRow } from './factor-row.js'
import { factorIcons, shieldIcon } from './icons.js'
import { preferredMethod } from './preferred-method.js'
import { VerifyByCode } from './verify-by-code.js'
import { VerifyByPasskey } from './verify-by-passkey.js'
import { VerifyByRecoveryCode } from './verify-by-recovery-code.js'

type Props = ScreenProps<'MFA_VERIFY_SCREEN'>
type ProofMethod = mfa.MfaProofMethod

/** What the view of a method is given. */
export interface VerifyViewProps {
  verification: MfaVerification
  /** The way to the other methods. */
  children: ReactNode
}

const views = {
  totp: (props) => <VerifyByCode method="totp" {...props} />,
  sms: (props) => <VerifyByCode method="sms" {...props} />,
  passkey: VerifyByPasskey,
  recovery_code: VerifyByRecoveryCode,
} satisfies Record<ProofMethod, (props: VerifyViewProps) => ReactNode>

/** Asks for a second factor, above what waits for it: the method used last, or another one. */
export function MfaVerify({ data, end }: Props) {
  const { verification } = data
  const { kit } = useModal()
  const { mfa } = useMfaCopy()
  const phase = useSyncExternalStore(verification.subscribe, () => verification.phase)
  const [method, setMethod] = useState<ProofMethod | null>(() =>
    preferredMethod(kit.client, verification.methods),
  )
  useLeaving(phase, end)
  if (phase === 'spent' || phase === 'late') {
    return <Stopped phase={phase} onClose={() => end('gaveUp', {})} />
  }
  if (method === null) {
    return (
      <Choice methods={verification.methods} onChosen={setMethod} onLost={() => end('lost', {})} />
    )
  }
  const View = views[method]
  return (
    <View key={method} verification={verification}>
      <div className="centre">
        <QuietButton onPress={() => setMethod(null)}>{mfa.verifyOther}</QuietButton>
      </div>
    </View>
  )
}

/** The tick is seen before the screen goes; where the request itself has ended, there is nothing to see. */
function useLeaving(phase: MfaVerification['phase'], end: Props['end']) {
  const { kit, announce } = useModal()
  const { mfa } = useMfaCopy()
  const leave = useRef(end)
  leave.current = end
  useEffect(() => {
    if (phase === 'cancelled' || phase === 'failed') leave.current('gaveUp', {})
    if (phase !== 'passed') return
    announce(mfa.passed)
    return runAfter(kit.client, 500, () => leave.current('passed', {}))
  }, [phase, kit, announce, mfa])
}

function Choice(props: {
  methods: readonly string[]
  onChosen: (method: ProofMethod) => void
  onLost: () => void
}) {
  const { methods, onChosen, onLost } = props
  const { mfa } = useMfaCopy()
  const known: readonly ProofMethod[] = ['passkey', 'totp', 'sms', 'recovery_code']
  const usable = known.filter((each) => each === 'recovery_code' || methods.includes(each))
  return (
    <Screen title={mfa.verifyChoose} image={<ScreenIcon icon={shieldIcon} />}>
      <div className="rows">
        {usable.map((method) => (
          <FactorRow
            key={method}
            icon={factorIcons[method]}
            name={mfa.methods[method]}
            hint={mfa.hints[method]}
            onPress={() => onChosen(method)}
          />
        ))}
      </div>
      <div className="centre">
        <QuietButton onPress={onLost}>{mfa.lost}</QuietButton>
      </div>
    </Screen>
  )
}

function Stopped({ phase, onClose }: { phase: 'spent' | 'late'; onClose: () => void }) {
  const { announce } = useModal()
  const { mfa, shell } = useMfaCopy()
  const isSpent = phase === 'spent'
  const title = isSpent ? mfa.spentTitle : mfa.lateTitle
  useEffect(() => announce(title, 'assertive'), [announce, title])
  return (
    <Screen
      title={title}
      help={isSpent ? mfa.spentHelp : mfa.lateHelp}
      image={<ScreenIcon icon={isSpent ? 'lock' : 'clock'} tone={isSpent ? 'danger' : 'warning'} />}
    >
      <Button onPress={onClose} autoFocus>
        {shell.close}
      </Button>
    </Screen>
  )
}
