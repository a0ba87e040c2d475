import { useModal } from '../modal/modal-context.js'
import { addStyle } from '../modal/stylesheet.js'
import type { Task } from '../modal/use-task.js'
import { Button } from './button.js'
import { dangerStyle } from './danger-style.js'
import { StillWorking } from './screen.js'

addStyle(dangerStyle)

/**
 * The answers to "end this?": a button that keeps it, and one that runs `task`, which ends it.
 *
 * @param props.keep  label of the button that keeps it; default: "Cancel".
 * @param props.problemId  id of the line that says why the last try failed.
 * @param props.focusEnd  focuses the button that ends it: the one that was pressed to get here stood in its place.
 */
export function KeepOrEnd(props: {
  task: Task<void>
  problemId: string
  keep?: string
  onKeep: () => void
  end: string
  focusEnd?: boolean
}) {
  const { task, problemId, keep, onKeep, end, focusEnd = false } = props
  const { copy } = useModal()
  return (
    <>
      <div className="pair">
        <Button kind="secondary" onPress={onKeep} disabled={task.busy} autoFocus={!focusEnd}>
          {keep ?? copy.shell.cancel}
        </Button>
        <Button
          kind="danger"
          autoFocus={focusEnd}
          onPress={task.start}
          busy={task.busy}
          describedBy={task.problem ? problemId : undefined}
        >
          {end}
        </Button>
      </div>
      <StillWorking task={task} />
    </>
  )
}
