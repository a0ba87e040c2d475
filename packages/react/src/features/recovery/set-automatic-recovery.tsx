import { automaticRecoveryMethod } from '@sallyport/contract'
import { FrameError, recovery as recoveryCalls, type WalletAccount } from '@sallyport/core'
import { type FormEvent, useState } from 'react'
import type { ScreenProps } from '../../flow/screens.js'
import { explain } from '../../modal/explain.js'
import { useModal } from '../../modal/modal-context.js'
import { useRecoveryCopy } from '../../modal/use-recovery-copy.js'
import { useTask } from '../../modal/use-task.js'
import { Button } from '../../ui/button.js'
import { Notice } from '../../ui/notice.js'
import { ScreenIcon } from '../../ui/parts.js'
import { Screen, StillWorking } from '../../ui/screen.js'
import { PasscodeField } from './passcode-field.js'
import { Saved } from './saved.js'

type Props = ScreenProps<'EMBEDDED_WALLET_SET_AUTOMATIC_RECOVERY_SCREEN'>

/** Says what automatic recovery means, and sets it in place of a secret of the user, which is given a last time. */
export function SetAutomaticRecovery({ data: { wallet }, end }: Props) {
  const { recovery } = useRecoveryCopy()
  const [changed, setChanged] = useState<WalletAccount | null>(null)
  if (changed !== null) {
    const seen = () => end('changed', { wallet: changed })
    return <Saved title={recovery.automaticSaved} onSeen={seen} />
  }
  const methods: Readonly<Record<string, { name: string } | undefined>> = recovery.methods
  const name = methods[wallet.recoveryMethod ?? '']?.name ?? ''
  return (
    <Screen
      title={recovery.automaticTitle}
      help={recovery.automaticHelp(name)}
      image={<ScreenIcon icon="user" />}
    >
      <Notice tone="warning" title={recovery.automaticRisk}>
        <p>{recovery.automaticOperator}</p>
      </Notice>
      {wallet.recoveryMethod === 'user-passcode' ? (
        <ByPasscode wallet={wallet} onChanged={setChanged} />
      ) : (
        <Button onPress={() => end('continues', { wallet })}>{recovery.automaticAction}</Button>
      )}
    </Screen>
  )
}

/** Asks for the passcode that the wallet has. */
function ByPasscode(props: { wallet: WalletAccount; onChanged: (wallet: WalletAccount) => void }) {
  const { address } = props.wallet
  const modal = useModal()
  const { recovery } = useRecoveryCopy()
  const [passcode, setPasscode] = useState('')
  const [isWrong, setWrong] = useState(false)
  const change = useTask(async () => {
    setWrong(false)
    const present = { method: 'user-passcode', passcode } as const
    const chosen = { method: automaticRecoveryMethod, present } as const
    try {
      const { client } = modal.kit
      props.onChanged(await recoveryCalls.setRecovery(client, { address, recovery: chosen }))
    } catch (error) {
      if (!(error instanceof FrameError && error.type === 'invalid_recovery_pin')) throw error
      setWrong(true)
      setPasscode('')
      modal.announce(recovery.wrong, 'assertive')
    }
  })
  const send = (event: FormEvent) => {
    event.preventDefault()
    if (passcode !== '') change.start()
  }
  return (
    <form className="stack" onSubmit={send} noValidate>
      <PasscodeField
        label={recovery.passcodeLabel}
        use="current"
        value={passcode}
        isShown={false}
        note={recovery.automaticProof}
        problem={isWrong ? recovery.wrong : change.problem && explain(change.problem, modal)}
        onType={(typed) => {
          setPasscode(typed)
          setWrong(false)
          change.clear()
        }}
      />
      <Button submit busy={change.busy}>
        {recovery.automaticAction}
      </Button>
      <StillWorking task={change} />
    </form>
  )
}
