import { useState } from 'react'
import type { Problem } from '../../flow/problem.js'
import { useModal } from '../../modal/modal-context.js'
import { runAfter } from '../../modal/run-after.js'
import { useMfaCopy } from '../../modal/use-mfa-copy.js'
import { useTask } from '../../modal/use-task.js'
import { useFactors } from './use-factors.js'

/** The tick is seen before the screen goes. */
const tickMs = 600

/** Completes an enrolment by `work`; says it, and whether it was the user's first factor. */
export function useEnrolling<Input>(
  work: (input: Input) => Promise<void>,
  ends: { enrolled(given: { isFirst: boolean }): void; failed(problem: Problem): void },
) {
  const { kit, announce } = useModal()
  const { mfa } = useMfaCopy()
  const { enrolled } = useFactors()
  const [isRight, setRight] = useState(false)
  const isFirst = enrolled.length === 0
  const submit = useTask<Input>(
    async (input) => {
      await work(input)
      setRight(true)
      announce(mfa.added)
      runAfter(kit.client, tickMs, () => ends.enrolled({ isFirst }))
    },
    { onFailed: ends.failed, onExpired: ends.failed },
  )
  return { submit, isRight }
}
