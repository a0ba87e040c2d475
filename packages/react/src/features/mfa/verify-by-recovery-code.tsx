import { type FormEvent, useId, useState } from 'react'
import { useMfaCopy } from '../../modal/use-mfa-copy.js'
import { Button } from '../../ui/button.js'
import { Icon } from '../../ui/icons.js'
import { ProblemLine, ScreenIcon } from '../../ui/parts.js'
import { Screen, StillWorking } from '../../ui/screen.js'
import { factorIcons } from './icons.js'
import { useProof } from './use-proof.js'
import type { VerifyViewProps } from './verify.js'

/** A code that was saved when the factors were added, and works once. */
export function VerifyByRecoveryCode({ verification, children }: VerifyViewProps) {
  const { mfa } = useMfaCopy()
  const id = useId()
  const [text, setText] = useState('')
  const { submit, problem } = useProof(verification, 'recovery_code')
  const isRight = verification.phase === 'passed'
  const send = (event: FormEvent) => {
    event.preventDefault()
    if (text.trim() !== '') submit.start(text.trim())
  }
  if (isRight) {
    return <Screen title={mfa.passed} image={<ScreenIcon icon="check" tone="success" />} />
  }
  return (
    <Screen
      title={mfa.verifyTitle}
      help={mfa.verifyRecovery}
      image={<ScreenIcon icon={factorIcons.recovery_code} busy={submit.busy} />}
    >
      <form className="stack" onSubmit={send} noValidate>
        <div className="field">
          <label className="spoken" htmlFor={id}>
            {mfa.verifyCode}
          </label>
          <div className={`box${problem ? ' wrong' : ''}`}>
            <Icon name="lock" />
            <input
              id={id}
              type="text"
              name="recovery-code"
              autoComplete="off"
              autoCapitalize="characters"
              spellCheck={false}
              placeholder="ABCDE-23456"
              dir="ltr"
              data-autofocus=""
              aria-invalid={problem ? true : undefined}
              aria-describedby={problem ? `${id}-problem` : undefined}
              value={text}
              onChange={(event) => {
                setText(event.target.value)
                submit.clear()
              }}
            />
          </div>
          <ProblemLine id={`${id}-problem`} text={problem} />
        </div>
        <Button submit busy={submit.busy}>
          {mfa.verifyContinue}
        </Button>
        <StillWorking task={submit} />
      </form>
      {children}
    </Screen>
  )
}
