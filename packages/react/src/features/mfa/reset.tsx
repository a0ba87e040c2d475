import { mfaEnrollment } from '@sallyport/core'
import { useEffect, useState } from 'react'
import type { Problem } from '../../flow/problem.js'
import type { ScreenProps } from '../../flow/screens.js'
import { useModal } from '../../modal/modal-context.js'
import { useMfaCopy } from '../../modal/use-mfa-copy.js'
import { useTask } from '../../modal/use-task.js'
import { Button } from '../../ui/button.js'
import { ProblemLine, ScreenIcon } from '../../ui/parts.js'
import { Screen, StillWorking } from '../../ui/screen.js'
import { explainFactor } from './explain-factor.js'

const problemId = 'sp-mfa-reset-problem'

/** For a user who can't prove any factor: starts the reset, says when it takes effect, and cancels it. */
export function MfaReset({ end }: ScreenProps<'MFA_RESET_SCREEN'>) {
  const modal = useModal()
  const { kit, locale, announce, loginAgain } = modal
  const { mfa, shell } = useMfaCopy()
  const [due, setDue] = useState<Date | null | undefined>(undefined)
  const read = useTask(async () => setDue(await mfaEnrollment.resetDue(kit.client)))
  const start = useTask(async () => setDue(await mfaEnrollment.startReset(kit.client)), {
    words: (problem) => wordsOf(problem),
  })
  const cancel = useTask(async () => {
    await mfaEnrollment.cancelReset(kit.client)
    announce(mfa.resetCancelled)
    setDue(null)
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: once
  useEffect(() => read.start(), [])
  /** `invalid_credentials`: the login is too long ago for a reset. */
  function wordsOf(problem: Problem): string {
    return problem.code === 'invalid_credentials'
      ? mfa.resetLoginFirst
      : explainFactor(problem, modal)
  }
  /** The reset goes on where the same user has logged in again. */
  async function startAfterLogin() {
    const before = kit.client.state.user?.id
    if ((await loginAgain()) && kit.client.state.user?.id === before) start.start()
    else end('finished', {})
  }
  const problem = start.problem ?? cancel.problem ?? read.problem
  const describedBy = problem ? problemId : undefined
  const isBusy = read.busy || start.busy || cancel.busy
  const when = due && new Intl.DateTimeFormat(locale, { dateStyle: 'full', timeStyle: 'short' })
  return (
    <Screen
      title={due ? mfa.resetRunning : mfa.resetTitle}
      help={due && when ? mfa.resetRunningHelp(when.format(due)) : mfa.resetHelp}
      image={<ScreenIcon icon={due ? 'clock' : 'lock'} busy={isBusy} />}
      foot={!due && <p>{mfa.resetNote}</p>}
    >
      <div className="centre">
        <ProblemLine id={problemId} text={problem && wordsOf(problem)} />
      </div>
      <div className="rows">
        {due ? (
          <Button onPress={cancel.start} busy={cancel.busy} describedBy={describedBy}>
            {mfa.resetCancel}
          </Button>
        ) : problem?.code === 'invalid_credentials' ? (
          <Button onPress={() => void startAfterLogin()} describedBy={describedBy}>
            {mfa.resetLogIn}
          </Button>
        ) : (
          <Button
            onPress={start.start}
            busy={start.busy}
            disabled={due === undefined}
            describedBy={describedBy}
          >
            {mfa.resetStart}
          </Button>
        )}
        <Button kind="secondary" onPress={() => end('finished', {})} disabled={isBusy}>
          {shell.close}
        </Button>
      </div>
      <StillWorking task={start.busy ? start : cancel} />
    </Screen>
  )
}
