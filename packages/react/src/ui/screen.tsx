import type { ReactNode } from 'react'
import { useModal } from '../modal/modal-context.js'
import type { Task } from '../modal/use-task.js'
import { QuietButton } from './button.js'

/** The frame of a screen's content: hero, title, one sentence of help, the rest, a quiet last line. */
export function Screen(props: {
  title: ReactNode
  hero?: ReactNode
  help?: ReactNode
  children?: ReactNode
  foot?: ReactNode
}) {
  const { title, hero, help, children, foot } = props
  const { titleId } = useModal()
  return (
    <div className="stack">
      <div className="intro">
        {hero}
        <h2 id={titleId} tabIndex={-1}>
          {title}
        </h2>
        {help && <div className="help">{help}</div>}
      </div>
      {children}
      {foot && <div className="foot">{foot}</div>}
    </div>
  )
}

/** A text that is not ours, kept from turning the line it stands in around; undefined stays undefined. */
export function theirs(text: string | null | undefined): ReactNode {
  return text === null || text === undefined ? undefined : <bdi>{text}</bdi>
}

/**
 * Said when work takes long, and after a longer while with a way out.
 *
 * @param props.way  what the way out is; null where there is none that is safe. Default: to wait no longer.
 */
export function StillWorking(props: {
  task: Pick<Task<never>, 'slow' | 'stuck' | 'cancel'>
  way?: { label: string; onPress: () => void } | null
}) {
  const { task } = props
  const { copy } = useModal()
  const { way = { label: copy.shell.cancel, onPress: task.cancel } } = props
  if (!task.slow) return null
  return (
    <div className="slow">
      <p className="note">{task.stuck ? copy.shell.takesLong : `${copy.shell.stillWorking}…`}</p>
      {task.stuck && way && (
        <QuietButton onPress={way.onPress} strong>
          {way.label}
        </QuietButton>
      )}
    </div>
  )
}
