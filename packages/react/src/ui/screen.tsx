import type { ReactNode } from 'react'
import { useModal } from '../modal/modal-context.js'
import type { Task } from '../modal/use-task.js'
import { QuietButton } from './button.js'

/** The layout of a screen: image, title, one sentence of help, the content, a small last line. */
export function Screen(props: {
  title: ReactNode
  image?: ReactNode
  help?: ReactNode
  children?: ReactNode
  foot?: ReactNode
}) {
  const { title, image, help, children, foot } = props
  const { titleId } = useModal()
  return (
    <div className="stack">
      <div className="intro">
        {image}
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

/** Isolates the writing direction of a text that the app provides from the text around it; undefined without a text. */
export function isolateBidi(text: string | null | undefined): ReactNode {
  return text === null || text === undefined ? undefined : <bdi>{text}</bdi>
}

/**
 * Says that work takes longer than usual; after 15 s, with a way out.
 *
 * @param props.way  label and action of the way out; null when leaving is not safe. Default: cancels the task.
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
