import { guest } from '@sallyport/core'
import type { EntryProps } from '../../flow/login-method.js'
import { explain } from '../../modal/explain.js'
import { useModal } from '../../modal/modal-context.js'
import { useLastLogin } from '../../modal/use-last-login.js'
import { useReportBusy } from '../../modal/use-report-busy.js'
import { useTask } from '../../modal/use-task.js'
import { ProblemLine } from '../../ui/parts.js'
import { Row } from '../../ui/row.js'
import { StillWorking } from '../../ui/screen.js'

const problemId = 'sp-guest-problem'

/** The row of the first screen that logs in as a guest, and what a guest's wallet means. */
export default function GuestRow({ end, wasLast, onBusy }: EntryProps) {
  const modal = useModal()
  const { kit, copy } = modal
  const last = useLastLogin(wasLast)
  const login = useTask(
    async () => end('loggedIn', await kit.prove('guest', () => guest.login(kit.client))),
    { onFailed: (problem) => end('failed', problem) },
  )
  useReportBusy(login.busy, onBusy)
  const { problem } = login
  return (
    <>
      <Row
        icon="user"
        name={copy.landing.guest}
        {...last}
        busy={login.busy}
        onPress={login.start}
        describedBy={problem ? problemId : undefined}
      />
      <p className="note">{copy.landing.guestNote}</p>
      {problem && <ProblemLine id={problemId} text={explain(problem, modal)} />}
      <StillWorking task={login} />
    </>
  )
}
