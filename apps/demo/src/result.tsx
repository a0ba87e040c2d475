import type { ReactNode } from 'react'
import { Icon } from './icon.js'
import type { Action, Problem } from './use-action.js'

/**
 * Shows the result of an action, or why there is none. It is the section's only live region, so a screen reader announces
 * each outcome once.
 */
export function Result<T>({
  action,
  children,
}: {
  action: Pick<Action<[], T>, 'result' | 'problem'>
  children?: (result: NonNullable<T>) => ReactNode
}) {
  return (
    <div className="live" role="status">
      {action.problem && <Failure problem={action.problem} />}
      {action.result !== undefined && action.result !== null && children && (
        <div className="result">
          <Icon name="check" />
          <div>{children(action.result)}</div>
        </div>
      )}
    </div>
  )
}

function Failure({ problem }: { problem: Problem }) {
  if (problem.kind === 'cancelled') {
    return (
      <div className="result neutral">
        <Icon name="cancel" />
        <div>Cancelled</div>
      </div>
    )
  }
  return (
    <div className="result bad">
      <Icon name="alert" />
      <div>
        <strong>Something went wrong</strong>
        <span className="help">{problem.message}</span>
      </div>
    </div>
  )
}
