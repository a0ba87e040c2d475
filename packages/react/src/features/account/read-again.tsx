import { explain } from '../../modal/explain.js'
import { useModal } from '../../modal/modal-context.js'
import type { Task } from '../../modal/use-task.js'
import { Button } from '../../ui/button.js'
import { ProblemLine } from '../../ui/parts.js'

/** Says why a list could not be read, with a button that reads it again. */
export function ReadAgain({ read, problemId }: { read: Task<void>; problemId: string }) {
  const modal = useModal()
  return (
    <>
      <div className="centre">
        <ProblemLine id={problemId} text={read.problem && explain(read.problem, modal)} />
      </div>
      <Button onPress={read.start} describedBy={problemId}>
        {modal.copy.shell.retry}
      </Button>
    </>
  )
}
