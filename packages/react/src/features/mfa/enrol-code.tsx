import { type ReactNode, useId } from 'react'
import { useModal } from '../../modal/modal-context.js'
import type { Task } from '../../modal/use-task.js'
import { CodeInput } from '../../ui/code-input.js'
import { ProblemLine } from '../../ui/parts.js'
import { StillWorking } from '../../ui/screen.js'
import { explainCode, explainFactor } from './explain-factor.js'

/** The six cells for the first code of a new factor, and what went wrong with it. */
export function EnrolCode(props: {
  submit: Task<string>
  isRight: boolean
  /** The words for a wrong code, where no new one can be requested. */
  wrong?: string
  children?: ReactNode
}) {
  const { submit, isRight, wrong, children } = props
  const modal = useModal()
  const id = useId()
  const { problem } = submit
  const state = isRight ? 'right' : submit.busy ? 'busy' : problem ? 'wrong' : 'typing'
  return (
    <>
      <CodeInput
        label={modal.copy.code.label}
        state={state}
        describedBy={problem ? id : undefined}
        onComplete={submit.start}
        onType={submit.clear}
      />
      {!isRight && (
        <>
          <div className="centre">
            <ProblemLine
              id={id}
              text={problem && (explainCode(problem, wrong) ?? explainFactor(problem, modal))}
            />
          </div>
          {children}
          <StillWorking task={submit} />
        </>
      )}
    </>
  )
}
