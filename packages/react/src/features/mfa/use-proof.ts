import { type MfaVerification, mfa } from '@sallyport/core'
import type { Problem } from '../../flow/problem.js'
import { useModal } from '../../modal/modal-context.js'
import { useMfaCopy } from '../../modal/use-mfa-copy.js'
import { useTask } from '../../modal/use-task.js'
import { explainFactor } from './explain-factor.js'
import { rememberMethod } from './preferred-method.js'

/** Submits a code by `method`; gives the task and the words for what is wrong with the last one. */
export function useProof(
  verification: MfaVerification,
  method: Exclude<mfa.MfaProofMethod, 'passkey'>,
) {
  const modal = useModal()
  const { client } = modal.kit
  const { mfa: texts } = useMfaCopy()
  const wordsOf = (problem: Problem) =>
    problem.code === 'missing_or_invalid_mfa'
      ? texts.wrongCode(verification.triesLeft)
      : explainFactor(problem, modal)
  const submit = useTask(
    async (code: string) => {
      await mfa.prove(verification, method, code)
      rememberMethod(client, method)
    },
    { words: wordsOf },
  )
  return { submit, problem: submit.problem && wordsOf(submit.problem) }
}
