import type { ReactNode } from 'react'
import { Icon } from './icon.js'
import type { Action } from './use-action.js'

/** Shows what an action gave, or why it failed, and tells screen readers. */
export function Result<T>({
  action,
  children,
}: {
  action: Action<[], T>
  children?: (result: NonNullable<T>) => ReactNode
}) {
  return (
    <div className="live" aria-live="polite">
      {action.problem !== undefined && (
        <div className="result bad" role="alert">
          <Icon name="alert" />
          <div>
            <strong>That did not work</strong>
            <span className="help">{action.problem}</span>
          </div>
        </div>
      )}
      {action.result !== undefined && action.result !== null && children && (
        <div className="result">
          <Icon name="check" />
          <div>{children(action.result)}</div>
        </div>
      )}
    </div>
  )
}
