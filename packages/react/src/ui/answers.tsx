import { type ReactNode, useId, useRef, useState } from 'react'
import { WalletNotKept } from '../modal/late-browser-notes.js'
import { useModal } from '../modal/modal-context.js'
import type { Approval } from '../modal/use-approval.js'
import { useRequestCopy } from '../modal/use-request-copy.js'
import { Button } from './button.js'
import { Icon } from './icons.js'
import { Notice } from './notice.js'
import { useReadToEnd } from './use-read-to-end.js'

/** A word of caution about a request. */
export interface Advice {
  tone: 'plain' | 'warning' | 'danger'
  title?: string
  text: string
  /** Whether it has to be agreed to before the request can be approved. */
  isStop?: boolean
}

/**
 * The end of a wallet request: what to mind, and the buttons. Reject is on the left; it is the filled one where there is something to
 * mind. Approving waits until the end of the request was in view, and, where it gives away control or value, until the user has agreed.
 * Once the login has expired: Close and Log in.
 */
export function Answers(props: {
  approval: Approval
  advice: readonly Advice[]
  /** What went wrong at the last try. */
  problem?: ReactNode
  approve: { label: string; busyLabel: string; disabled?: boolean }
  /** In place of the button that approves. */
  instead?: ReactNode
}) {
  const { approval, advice, problem, approve, instead } = props
  const { task, reject, loginAgain } = approval
  const { copy } = useModal()
  const { sign: facts } = useRequestCopy()
  const root = useRef<HTMLDivElement>(null)
  const isWhole = approve.disabled !== true
  const { hasSeenEnd, showMore } = useReadToEnd(root, isWhole)
  // Those that were agreed to: one that comes later is asked about too.
  const [agreed, setAgreed] = useState<readonly string[]>([])
  const stops = advice.flatMap(({ isStop, text }) => (isStop ? [text] : []))
  const isAgreed = stops.every((text) => agreed.includes(text))
  const isRisky = advice.some(({ tone }) => tone !== 'plain')
  const isFilled = isRisky && !loginAgain && !instead
  const canApprove = isWhole && hasSeenEnd && isAgreed
  return (
    <div className="actions" ref={root}>
      {isWhole && !hasSeenEnd && (
        <button type="button" className="more-below" onClick={showMore}>
          {facts.moreBelow}
          <Icon name="chevron-down" size="small" />
        </button>
      )}
      <AdviceBox advice={advice} />
      {problem && <Notice tone="danger">{problem}</Notice>}
      {stops.length > 0 && !loginAgain && !instead && (
        <Agreement
          label={facts.understood}
          isAgreed={isAgreed}
          onChange={(isOn) => setAgreed(isOn ? stops : [])}
        />
      )}
      {loginAgain && <WalletNotKept />}
      <div className="pair">
        <Button kind={isFilled ? 'primary' : 'secondary'} onPress={reject} disabled={task.busy}>
          {loginAgain ? copy.shell.close : facts.reject}
        </Button>
        {loginAgain ? (
          <Button onPress={loginAgain}>{copy.shell.logIn}</Button>
        ) : (
          (instead ?? (
            <Button
              kind={isRisky ? 'secondary' : 'primary'}
              onPress={task.start}
              disabled={!canApprove}
              busy={task.busy}
              busyLabel={approve.busyLabel}
            >
              {approve.label}
            </Button>
          ))
        )}
      </div>
    </div>
  )
}

function Agreement(props: {
  label: string
  isAgreed: boolean
  onChange: (isAgreed: boolean) => void
}) {
  const id = useId()
  return (
    <label className="agree" htmlFor={id}>
      <input
        id={id}
        type="checkbox"
        checked={props.isAgreed}
        onChange={(event) => props.onChange(event.target.checked)}
      />
      <span>{props.label}</span>
    </label>
  )
}

/** One box, however much there is to mind: as grave as the gravest. */
function AdviceBox({ advice }: { advice: readonly Advice[] }) {
  const [first] = advice
  if (!first) return null
  const tones = advice.map(({ tone }) => tone)
  const tone = tones.includes('danger') ? 'danger' : tones.includes('warning') ? 'warning' : 'plain'
  return (
    <Notice tone={tone}>
      {advice.map(({ title, text }) => (
        <p key={text}>
          {title && <b>{title}</b>}
          {text}
        </p>
      ))}
    </Notice>
  )
}
