import { useState } from 'react'
import { formatCountdown } from '../../copy/format-seconds.js'
import { useModal } from '../../modal/modal-context.js'
import { useMfaCopy } from '../../modal/use-mfa-copy.js'
import { useSecondsUntil } from '../../modal/use-seconds-until.js'
import { useTask } from '../../modal/use-task.js'
import { QuietButton } from '../../ui/button.js'
import { ProblemLine } from '../../ui/parts.js'
import { explainFactor } from './explain-factor.js'

const resendAfterMs = 30_000
const problemId = 'sp-mfa-resend-problem'

/** Below the cells of a text message's code: another one, 30 s after the last. */
export function Resend({ send }: { send: () => Promise<unknown> }) {
  const modal = useModal()
  const { kit, locale, announce } = modal
  const { mfa, code } = useMfaCopy()
  const { clock } = kit.client.environment
  const [sentAtMs, setSentAtMs] = useState(() => clock.nowMs())
  const seconds = useSecondsUntil(sentAtMs + resendAfterMs)
  const resend = useTask(async () => {
    await send()
    setSentAtMs(clock.nowMs())
    announce(code.resent)
  })
  const { problem } = resend
  return (
    <div className="resend">
      <span>{mfa.notReceived} </span>
      <QuietButton
        onPress={resend.start}
        disabled={seconds > 0 || resend.busy}
        strong={seconds === 0}
        describedBy={problem ? problemId : undefined}
      >
        {seconds > 0 ? code.sendAgainIn(formatCountdown(seconds, locale)) : code.sendAgain}
      </QuietButton>
      {problem && <ProblemLine id={problemId} text={explainFactor(problem, modal)} />}
    </div>
  )
}
