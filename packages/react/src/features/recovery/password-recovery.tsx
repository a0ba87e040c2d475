import { FrameError } from '@sallyport/core'
import { type FormEvent, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import type { ScreenProps } from '../../flow/screens.js'
import { explain } from '../../modal/explain.js'
import { useModal } from '../../modal/modal-context.js'
import { runAfter } from '../../modal/run-after.js'
import { useRecoveryCopy } from '../../modal/use-recovery-copy.js'
import { useTask } from '../../modal/use-task.js'
import { Button, QuietButton } from '../../ui/button.js'
import { Notice } from '../../ui/notice.js'
import { ScreenIcon } from '../../ui/parts.js'
import { Screen, StillWorking } from '../../ui/screen.js'
import { PasscodeField } from './passcode-field.js'

type Props = ScreenProps<'EMBEDDED_WALLET_PASSWORD_RECOVERY_SCREEN'>

/** Asks for the passcode of a wallet that is not on this device, above what waits for the wallet. */
export function PasswordRecovery({ data, end }: Props) {
  const { request } = data
  const modal = useModal()
  const { recovery } = useRecoveryCopy()
  const phase = useSyncExternalStore(request.subscribe, () => request.phase)
  const [passcode, setPasscode] = useState('')
  const [isShown, setShown] = useState(false)
  const [isLost, setLost] = useState(false)
  const [isWrong, setWrong] = useState(false)
  useLeaving(phase, end)
  const open = useTask(async () => {
    setWrong(false)
    try {
      await request.submit(passcode)
    } catch (error) {
      if (!(error instanceof FrameError && error.type === 'invalid_recovery_pin')) throw error
      setWrong(true)
      setPasscode('')
      modal.announce(recovery.wrong, 'assertive')
    }
  })
  if (phase === 'recovered') {
    return <Screen title={recovery.recovered} image={<ScreenIcon icon="check" tone="success" />} />
  }
  const send = (event: FormEvent) => {
    event.preventDefault()
    if (passcode !== '') open.start()
  }
  return (
    <Screen
      title={recovery.recoverTitle}
      help={recovery.recoverHelp}
      image={<ScreenIcon icon="lock" busy={open.busy} />}
    >
      <form className="stack" onSubmit={send} noValidate>
        <PasscodeField
          label={recovery.passcodeLabel}
          use="current"
          value={passcode}
          isShown={isShown}
          takesFocus
          problem={isWrong ? recovery.wrong : open.problem && explain(open.problem, modal)}
          onType={(typed) => {
            setPasscode(typed)
            setWrong(false)
            open.clear()
          }}
        />
        <Button submit busy={open.busy}>
          {recovery.recover}
        </Button>
        <StillWorking task={open} />
      </form>
      <div className="centre">
        <QuietButton onPress={() => setShown(!isShown)}>
          {isShown ? recovery.hide : recovery.show}
        </QuietButton>
        <QuietButton onPress={() => setLost(true)}>{recovery.lost}</QuietButton>
      </div>
      <div aria-live="polite">
        {isLost && (
          <Notice tone="plain">
            <p>{recovery.lostHelp}</p>
          </Notice>
        )}
      </div>
    </Screen>
  )
}

/** The tick is seen before the screen goes; where the request was given up, there is nothing to see. */
function useLeaving(phase: Props['data']['request']['phase'], end: Props['end']) {
  const { kit, announce } = useModal()
  const { recovery } = useRecoveryCopy()
  const leave = useRef(end)
  leave.current = end
  useEffect(() => {
    if (phase === 'cancelled') leave.current('gaveUp', {})
    if (phase !== 'recovered') return
    announce(recovery.recovered)
    return runAfter(kit.client, 500, () => leave.current('recovered', {}))
  }, [phase, kit, announce, recovery])
}
