import type { ApprovalChoice, RequestStep, TransactionReplacement } from '@sallyport/core'
import { useEffect, useRef, useState } from 'react'
import { isExpired } from '../flow/reactions.js'
import { signerOf } from '../flow/request-steps.js'
import type { Job } from '../flow/screens.js'
import { useModal } from './modal-context.js'
import { ownsWallet } from './owns-wallet.js'
import { type Task, useMounted, useTask } from './use-task.js'

/** Where an approved request stands. `idle` until approved; `done` for a request that only signs. */
export type Progress =
  | { at: 'idle' | 'signing' | 'done' }
  | { at: 'submitted' | 'confirmed' | 'timed-out'; hash: string }
  | { at: 'failed'; hash: string }
  /** `hash` is the replacing transaction's, which the explorer knows. */
  | { at: 'replaced'; hash: string; replacement: TransactionReplacement }

/** The approve button's work and the close button's meaning, for every wallet request. */
export interface Approval {
  progress: Progress
  task: Task<void>
  reject(): void
  /**
   * Refuses although the wallet already works on it; null unless that takes unusually long and nothing can have left:
   * a signature that comes too late is thrown away, a transaction that was sent cannot be.
   */
  wayOut: (() => void) | null
  /** Opens the login above the request, which goes on for the same user; null unless the request failed because the login has expired. */
  loginAgain: (() => void) | null
  finish(): void
}

/**
 * Runs a job when the user approves, with what they chose. Closing before that rejects; while it signs, closing waits;
 * afterwards it means "done".
 */
export function useApproval(
  job: Job,
  end: { finished: () => void; rejected: () => void },
  choice?: ApprovalChoice,
): Approval {
  const { guardClose, kit, loginAgain: openLogin } = useModal()
  const [progress, setProgress] = useState<Progress>({ at: 'idle' })
  const mounted = useMounted()
  const report = (step: RequestStep) => {
    if (mounted.current) setProgress(progressOf(step))
  }
  const task = useTask(async () => {
    setProgress({ at: 'signing' })
    try {
      job.deliver(await job.run(report, choice))
    } catch (error) {
      setProgress({ at: 'idle' })
      throw error
    }
    // A transaction reports for itself; anything else is done with its value.
    setProgress((now) => (now.at === 'signing' ? { at: 'done' } : now))
  })
  const latest = useRef(end)
  latest.current = end
  const reject = () => latest.current.rejected()
  const finish = () => latest.current.finished()
  const loginAgain = async () => {
    if (!(await openLogin()) || !mounted.current) return
    // Another user may have logged in: then the request is not theirs to answer.
    if (ownsWallet(kit.client, signerOf(job.request))) task.clear()
    else reject()
  }
  const { at } = progress
  const canLeave = at === 'signing' && task.stuck && !job.request.kind.startsWith('send-')
  useEffect(() => {
    if (at === 'signing' && !canLeave) return guardClose('never')
    return guardClose(() =>
      at === 'idle' || canLeave ? latest.current.rejected() : latest.current.finished(),
    )
  }, [at, canLeave, guardClose])
  return {
    progress,
    task,
    reject,
    wayOut: canLeave ? reject : null,
    loginAgain: isExpired(task.problem) ? () => void loginAgain() : null,
    finish,
  }
}

function progressOf(step: RequestStep): Progress {
  switch (step.step) {
    case 'submitted':
    case 'confirmed':
    case 'timed-out':
    case 'failed':
      return { at: step.step, hash: step.hash }
    case 'replaced':
      return { at: step.step, hash: step.replacement.hash, replacement: step.replacement }
    default:
      return { at: 'signing' }
  }
}
