import { FrameError, recovery as recoveryCalls, type WalletAccount } from '@sallyport/core'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import type { ScreenProps } from '../../flow/screens.js'
import { explain } from '../../modal/explain.js'
import { useModal } from '../../modal/modal-context.js'
import { runAfter } from '../../modal/run-after.js'
import { useRecoveryCopy } from '../../modal/use-recovery-copy.js'
import { useTask } from '../../modal/use-task.js'
import { Button, QuietButton } from '../../ui/button.js'
import { ScreenIcon } from '../../ui/parts.js'
import { Screen, StillWorking } from '../../ui/screen.js'
import { PasscodeField } from './passcode-field.js'
import { suggestPasscode } from './suggest-passcode.js'

type Props = ScreenProps<'EMBEDDED_WALLET_PASSWORD_UPDATE_SCREEN'>
type Refusal = 'short' | 'different' | 'guessable'

const leastLength = 8

/** Sets a recovery passcode, typed twice, in place of the recovery the wallet has. */
export function PasswordUpdate({ data, end }: Props) {
  const modal = useModal()
  const { recovery } = useRecoveryCopy()
  const [typed, setTyped] = useState({ passcode: '', repeated: '' })
  const [isShown, setShown] = useState(false)
  const [refusal, setRefusal] = useState<Refusal | null>(null)
  const [changed, setChanged] = useState<WalletAccount | null>(null)
  useLeaving(changed, end)
  const refuse = (reason: Refusal) => {
    setRefusal(reason)
    modal.announce(recovery[reason], 'assertive')
  }
  const save = useTask(async () => {
    const { address } = data.wallet
    try {
      setChanged(
        await recoveryCalls.setPasscode(modal.kit.client, { address, passcode: typed.passcode }),
      )
    } catch (error) {
      const isBad = error instanceof FrameError && error.type === 'invalid_request_arguments'
      if (!isBad) throw error
      refuse('guessable')
    }
  })
  if (changed !== null) {
    return <Screen title={recovery.saved} image={<ScreenIcon icon="check" tone="success" />} />
  }
  const change = (next: Partial<typeof typed>) => {
    setTyped({ ...typed, ...next })
    setRefusal(null)
    save.clear()
  }
  const send = (event: FormEvent) => {
    event.preventDefault()
    const found = judge(typed)
    if (found === null) save.start()
    else refuse(found)
  }
  const suggest = () => {
    const passcode = suggestPasscode()
    change({ passcode, repeated: '' })
    setShown(true)
  }
  const problem = save.problem && explain(save.problem, modal)
  return (
    <Screen title={recovery.chooseTitle} image={<ScreenIcon icon="lock" busy={save.busy} />}>
      <form className="stack" onSubmit={send} noValidate>
        <PasscodeField
          label={recovery.passcodeLabel}
          use="new"
          value={typed.passcode}
          isShown={isShown}
          takesFocus
          note={recovery.chooseHelp}
          problem={refusal === 'different' ? null : refusal && recovery[refusal]}
          onType={(passcode) => change({ passcode })}
        />
        <PasscodeField
          label={recovery.confirmLabel}
          use="new"
          value={typed.repeated}
          isShown={isShown}
          problem={refusal === 'different' ? recovery.different : problem}
          onType={(repeated) => change({ repeated })}
        />
        <Button submit busy={save.busy}>
          {recovery.save}
        </Button>
        <StillWorking task={save} />
      </form>
      <div className="centre">
        <QuietButton onPress={() => setShown(!isShown)}>
          {isShown ? recovery.hide : recovery.show}
        </QuietButton>
        <QuietButton onPress={suggest}>{recovery.suggest}</QuietButton>
      </div>
    </Screen>
  )
}

/** What the browser itself can tell; the frame judges whether a passcode is easy to guess. */
function judge({ passcode, repeated }: { passcode: string; repeated: string }): Refusal | null {
  if ([...passcode.normalize('NFKC')].length < leastLength) return 'short'
  return passcode === repeated ? null : 'different'
}

/** The tick is seen before the screen goes. */
function useLeaving(changed: WalletAccount | null, end: Props['end']) {
  const { kit, announce } = useModal()
  const { recovery } = useRecoveryCopy()
  const leave = useRef(end)
  leave.current = end
  useEffect(() => {
    if (changed === null) return
    announce(recovery.saved)
    return runAfter(kit.client, 900, () => leave.current('changed', { wallet: changed }))
  }, [changed, kit, announce, recovery])
}
