import { formatCountdown } from '../../copy/format-seconds.js'
import { explain } from '../../modal/explain.js'
import { useModal } from '../../modal/modal-context.js'
import { useSecondsUntil } from '../../modal/use-seconds-until.js'
import type { Task } from '../../modal/use-task.js'
import { QuietButton } from '../../ui/button.js'
import { Icon } from '../../ui/icons.js'
import { ProblemLine } from '../../ui/parts.js'
import type { Inbox } from './inbox.js'

const resendAfterMs = 30_000
const problemId = 'sp-resend-problem'

/** Below the code: the way to the inbox, and a new code 30 s after the last one. */
export function ResendLine(props: {
  resend: Task<void>
  sentAtMs: number
  inbox: Inbox | null
  notReceived: string
}) {
  const { resend, sentAtMs, inbox, notReceived } = props
  const modal = useModal()
  const { copy, locale } = modal
  const seconds = useSecondsUntil(sentAtMs + resendAfterMs)
  return (
    <>
      <InboxLink inbox={inbox} />
      <div className="resend">
        <span>{notReceived} </span>
        <QuietButton
          onPress={resend.start}
          disabled={seconds > 0 || resend.busy}
          strong={seconds === 0}
          describedBy={resend.problem ? problemId : undefined}
        >
          {seconds > 0
            ? copy.code.sendAgainIn(formatCountdown(seconds, locale))
            : copy.code.sendAgain}
        </QuietButton>
        {resend.problem && <ProblemLine id={problemId} text={explain(resend.problem, modal)} />}
      </div>
    </>
  )
}

function InboxLink({ inbox }: { inbox: Inbox | null }) {
  const { copy } = useModal()
  if (inbox === null) return null
  return (
    <div className="centre">
      <a className="quiet strong" href={inbox.url} target="_blank" rel="noreferrer noopener">
        {copy.code.openInbox(inbox.name)}
        <Icon name="arrow-up-right" size="small" />
        <span className="spoken"> ({copy.shell.opensNewTab})</span>
      </a>
    </div>
  )
}
