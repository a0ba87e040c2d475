import { mfa as factors } from '@sallyport/core'
import { useEffect, useId } from 'react'
import { useModal } from '../../modal/modal-context.js'
import { useMfaCopy } from '../../modal/use-mfa-copy.js'
import { useTask } from '../../modal/use-task.js'
import { CodeInput } from '../../ui/code-input.js'
import { ProblemLine, ScreenIcon } from '../../ui/parts.js'
import { Screen, StillWorking } from '../../ui/screen.js'
import { explainFactor } from './explain-factor.js'
import { factorIcons } from './icons.js'
import { Resend } from './resend.js'
import { useProof } from './use-proof.js'
import type { VerifyViewProps } from './verify.js'

/** Six digits: of an authenticator app, or of a text message, which is sent when this is shown. */
export function VerifyByCode(props: VerifyViewProps & { method: 'totp' | 'sms' }) {
  const { verification, method, children } = props
  const modal = useModal()
  const { mfa, copy } = { ...useMfaCopy(), copy: modal.copy }
  const id = useId()
  const send = useTask(async () => {
    await factors.init(modal.kit.client, method)
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: once
  useEffect(() => {
    if (method === 'sms') send.start()
  }, [])
  const { submit, problem } = useProof(verification, method)
  const text = problem ?? (send.problem && explainFactor(send.problem, modal))
  const isRight = verification.phase === 'passed'
  const state = isRight ? 'right' : submit.busy ? 'busy' : submit.problem ? 'wrong' : 'typing'
  return (
    <Screen
      title={mfa.verifyTitle}
      help={`${mfa.verifyFor[verification.purpose]} ${method === 'totp' ? mfa.verifyTotp : mfa.sentToPhone}`}
      image={<ScreenIcon icon={factorIcons[method]} busy={submit.busy || send.busy} />}
    >
      <CodeInput
        label={copy.code.label}
        state={state}
        describedBy={text ? id : undefined}
        onComplete={submit.start}
        onType={submit.clear}
      />
      {!isRight && (
        <>
          <div className="centre">
            <ProblemLine id={id} text={text} />
          </div>
          {method === 'sms' && <Resend send={() => factors.init(modal.kit.client, 'sms')} />}
          {children}
          <StillWorking task={submit} />
        </>
      )}
    </Screen>
  )
}
