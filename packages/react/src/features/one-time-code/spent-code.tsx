import { explain } from '../../modal/explain.js'
import { useModal } from '../../modal/modal-context.js'
import type { Task } from '../../modal/use-task.js'
import { Button } from '../../ui/button.js'
import { ProblemLine } from '../../ui/parts.js'
import { StillWorking } from '../../ui/screen.js'

const problemId = 'sp-spent-problem'

/** What a code that was wrong too often leaves: one button, enabled at once. The server limits how many codes it sends. */
export function SpentCode({ resend }: { resend: Task<void> }) {
  const modal = useModal()
  const { problem } = resend
  return (
    <>
      <Button
        autoFocus
        onPress={resend.start}
        busy={resend.busy}
        describedBy={problem ? problemId : undefined}
      >
        {modal.copy.code.resend}
      </Button>
      {problem && (
        <div className="centre">
          <ProblemLine id={problemId} text={explain(problem, modal)} />
        </div>
      )}
      <StillWorking task={resend} />
    </>
  )
}
