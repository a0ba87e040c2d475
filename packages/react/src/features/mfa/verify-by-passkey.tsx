import { errorCode, mfa as factors } from '@sallyport/core'
import { useState } from 'react'
import { useModal } from '../../modal/modal-context.js'
import { toProblem } from '../../modal/to-problem.js'
import { useMfaCopy } from '../../modal/use-mfa-copy.js'
import { Button } from '../../ui/button.js'
import { ProblemLine, ScreenIcon } from '../../ui/parts.js'
import { Screen } from '../../ui/screen.js'
import { explainFactor } from './explain-factor.js'
import { factorIcons } from './icons.js'
import { rememberMethod } from './preferred-method.js'
import type { VerifyViewProps } from './verify.js'

const problemId = 'sp-verify-passkey-problem'

/** The browser's own dialog asks for the passkey. It is opened by a press: Safari allows it only then. */
export function VerifyByPasskey({ verification, children }: VerifyViewProps) {
  const { mfa } = useMfaCopy()
  const { isBusy, problem, start } = usePasskeyProof(verification)
  const isRight = verification.phase === 'passed'
  return (
    <Screen
      title={isRight ? mfa.passed : mfa.verifyTitle}
      help={isRight ? undefined : `${mfa.verifyFor[verification.purpose]} ${mfa.verifyPasskey}`}
      image={
        isRight ? (
          <ScreenIcon icon="check" tone="success" />
        ) : (
          <ScreenIcon icon={factorIcons.passkey} busy={isBusy} />
        )
      }
    >
      {!isRight && (
        <>
          <ProblemLine id={problemId} text={problem} />
          <Button
            onPress={() => void start()}
            busy={isBusy}
            autoFocus
            describedBy={problem ? problemId : undefined}
          >
            {mfa.verifyUsePasskey}
          </Button>
          {children}
        </>
      )}
    </Screen>
  )
}

/** Not a task of the modal: the browser's dialog waits for a decision of the user, which has no time limit here. */
function usePasskeyProof(verification: VerifyViewProps['verification']) {
  const modal = useModal()
  const { client } = modal.kit
  const { mfa } = useMfaCopy()
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const wordsOf = (error: unknown): string => {
    const code = errorCode(error)
    if (code === 'passkey_not_allowed') return mfa.passkeyCancelled
    if (code === 'missing_or_invalid_mfa') return mfa.passkeyFailed
    return explainFactor(toProblem(error), modal)
  }
  const start = async () => {
    setBusy(true)
    setProblem(null)
    try {
      const options = await factors.init(client, 'passkey')
      if (options === undefined) return
      await factors.prove(verification, 'passkey', options)
      rememberMethod(client, 'passkey')
    } catch (error) {
      setProblem(wordsOf(error))
      modal.announce(wordsOf(error), 'assertive')
    } finally {
      setBusy(false)
    }
  }
  return { isBusy, problem, start }
}
