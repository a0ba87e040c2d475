import { useState } from 'react'
import type { Problem } from '../../flow/problem.js'
import { explain } from '../../modal/explain.js'
import { useModal } from '../../modal/modal-context.js'
import { runAfter } from '../../modal/run-after.js'
import { useMfaCopy } from '../../modal/use-mfa-copy.js'
import { useTask } from '../../modal/use-task.js'
import { explainCode } from './explain-factor.js'
import { useFactors } from './use-factors.js'

/** The tick is seen before the screen goes. */
const tickMs = 600

/** Completes an enrolment by `work`; says it, and whether it was the user's first factor. */
export function useEnrolling<Input>(
  work: (input: Input) => Promise<void>,
  ends: {
    enrolled(given: { isFirst: boolean }): void
    failed(problem: Problem): void
    /** As in `EnrolCode`. */
    wrong?: string
  },
) {
  const modal = useModal()
  const { kit, announce } = modal
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
    {
      onFailed: ends.failed,
      onExpired: ends.failed,
      words: (problem) => explainCode(problem, ends.wrong) ?? explain(problem, modal),
    },
  )
  return { submit, isRight }
}
