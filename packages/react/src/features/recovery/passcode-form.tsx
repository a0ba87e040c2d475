import { FrameError } from '@sallyport/core'
import { type FormEvent, type ReactNode, useState } from 'react'
import { explain } from '../../modal/explain.js'
import { useModal } from '../../modal/modal-context.js'
import { useRecoveryCopy } from '../../modal/use-recovery-copy.js'
import { useTask } from '../../modal/use-task.js'
import { Button, QuietButton } from '../../ui/button.js'
import { ScreenIcon } from '../../ui/parts.js'
import { Screen, StillWorking } from '../../ui/screen.js'
import { PasscodeField } from './passcode-field.js'
import { suggestPasscode } from './suggest-passcode.js'

type Refusal = 'short' | 'different' | 'guessable'

const leastLength = 8

/** The screen on which a passcode is chosen, typed twice. What `save` throws is explained here. */
export function PasscodeForm(props: {
  help?: string
  action: string
  save: (passcode: string) => Promise<void>
  /** Below the form. */
  children?: ReactNode
}) {
  const modal = useModal()
  const { recovery } = useRecoveryCopy()
  const [typed, setTyped] = useState({ passcode: '', repeated: '' })
  const [isShown, setShown] = useState(false)
  const [refusal, setRefusal] = useState<Refusal | null>(null)
  const refuse = (reason: Refusal) => {
    setRefusal(reason)
    modal.announce(recovery[reason], 'assertive')
  }
  const save = useTask(async () => {
    try {
      await props.save(typed.passcode)
    } catch (error) {
      const isBad = error instanceof FrameError && error.type === 'invalid_request_arguments'
      if (!isBad) throw error
      refuse('guessable')
    }
  })
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
    change({ passcode: suggestPasscode(), repeated: '' })
    setShown(true)
  }
  const problem = save.problem && explain(save.problem, modal)
  return (
    <Screen
      title={recovery.chooseTitle}
      help={props.help}
      image={<ScreenIcon icon="lock" busy={save.busy} />}
    >
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
          {props.action}
        </Button>
        <StillWorking task={save} />
      </form>
      <div className="centre">
        <QuietButton onPress={() => setShown(!isShown)}>
          {isShown ? recovery.hide : recovery.show}
        </QuietButton>
        <QuietButton onPress={suggest}>{recovery.suggest}</QuietButton>
      </div>
      {props.children}
    </Screen>
  )
}

/** What the browser itself can tell; the frame judges whether a passcode is easy to guess. */
function judge({ passcode, repeated }: { passcode: string; repeated: string }): Refusal | null {
  if ([...passcode.normalize('NFKC')].length < leastLength) return 'short'
  return passcode === repeated ? null : 'different'
}
