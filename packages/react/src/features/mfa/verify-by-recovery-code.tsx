import { type FormEvent, useState } from 'react'
import { useMfaCopy } from '../../modal/use-mfa-copy.js'
import { Button } from '../../ui/button.js'
import { ScreenIcon } from '../../ui/parts.js'
import { Screen, StillWorking } from '../../ui/screen.js'
import { FactorField } from './factor-field.js'
import { factorIcons } from './icons.js'
import { useProof } from './use-proof.js'
import type { VerifyViewProps } from './verify.js'

/** A code that was saved when the factors were added, and works once. */
export function VerifyByRecoveryCode({ verification, children }: VerifyViewProps) {
  const { mfa } = useMfaCopy()
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
      help={`${mfa.verifyFor[verification.purpose]} ${mfa.verifyRecovery}`}
      image={<ScreenIcon icon={factorIcons.recovery_code} busy={submit.busy} />}
    >
      <form className="stack" onSubmit={send} noValidate>
        <FactorField
          label={mfa.verifyCode}
          icon="lock"
          problem={problem}
          onType={(typed) => {
            setText(typed)
            submit.clear()
          }}
          input={{
            type: 'text',
            name: 'recovery-code',
            autoComplete: 'off',
            autoCapitalize: 'characters',
            spellCheck: false,
            placeholder: 'ABCDE-23456',
            value: text,
          }}
        />
        <Button submit busy={submit.busy}>
          {mfa.verifyContinue}
        </Button>
        <StillWorking task={submit} />
      </form>
      {children}
    </Screen>
  )
}
