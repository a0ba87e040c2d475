import { useEffect, useId, useState } from 'react'
import { formatSeconds } from '../../copy/format-seconds.js'
import type { CodeLogin, Inbox } from '../../flow/login-method.js'
import type { Problem } from '../../flow/problem.js'
import type { LoginMethod, ScreenProps } from '../../flow/screens.js'
import { loginMethods } from '../../login-methods.js'
import { explain } from '../../modal/explain.js'
import { useModal } from '../../modal/modal-context.js'
import { runAfter } from '../../modal/run-after.js'
import { useTask } from '../../modal/use-task.js'
import { QuietButton } from '../../ui/button.js'
import { CodeInput } from '../../ui/code-input.js'
import { Icon } from '../../ui/icons.js'
import { Hero, ProblemLine } from '../../ui/parts.js'
import { Screen, StillWorking } from '../../ui/screen.js'

/** Tries the server gives one code (wire reference §11.1). */
const triesPerCode = 5
const resendAfterSeconds = 30
const resendProblemId = 'sp-resend-problem'

/** Takes the code that was sent to an address; ends when it has logged the user in. */
export function AwaitingPasswordlessCode(props: ScreenProps<'AWAITING_PASSWORDLESS_CODE'>) {
  const { data, end } = props
  const modal = useModal()
  const { kit, copy, announce } = modal
  const id = useId()
  const [wrong, setWrong] = useState(0)
  const [right, setRight] = useState(false)
  const submit = useTask(
    async (code: string) => {
      const { method, address, disableSignup } = data
      const attempt = { address, code, disableSignup }
      const proving = kit.prove(method, () => codeOf(method).login(kit.client, attempt))
      const login = await proving.catch((error) => {
        setWrong((count) => count + 1)
        throw error
      })
      setRight(true)
      announce(copy.code.right)
      // The tick is seen before the screen goes (screens 5.1).
      runAfter(kit.client, 600, () => end('loggedIn', login))
    },
    {
      onFailed: (problem) => end('failed', problem),
      words: (problem) => wrongText(problem, wrong + 1),
    },
  )
  const [field, setField] = useState(0)
  // The code itself is spent or not, nobody knows: the field starts anew.
  const cancel = () => {
    submit.cancel()
    setField(field + 1)
  }
  const problem = submit.problem && wrongText(submit.problem, wrong)
  function wrongText(found: Problem, count: number): string {
    if (found.code !== 'invalid_credentials') return explain(found, modal)
    const left = triesPerCode - count
    if (left <= 0) return copy.code.spent
    return left <= 3 ? copy.code.attemptsLeft(left) : copy.problem.invalid_credentials
  }
  const state = right ? 'right' : submit.busy ? 'busy' : submit.problem ? 'wrong' : 'typing'
  return (
    <Screen
      title={copy.code.title}
      hero={<Hero icon={loginMethods[data.method].icon} busy={submit.busy} />}
      help={
        <>
          {copy.code.sentTo} <b dir="ltr">{data.address}</b>
        </>
      }
      foot={
        <p>
          {copy.code.spam}{' '}
          <button type="button" className="inline link" onClick={() => end('wrongAddress', {})}>
            {copy.code.wrongAddress}
          </button>
        </p>
      }
    >
      <CodeInput
        key={field}
        label={copy.code.label}
        state={state}
        describedBy={problem ? `${id}-problem` : undefined}
        onComplete={submit.start}
        onType={submit.clear}
      />
      <div className="centre">
        <ProblemLine id={`${id}-problem`} text={problem} />
      </div>
      <StillWorking task={submit} way={{ label: copy.shell.cancel, onPress: cancel }} />
      <Resend method={data.method} address={data.address} onSent={() => setWrong(0)} />
    </Screen>
  )
}

function Resend(props: { method: LoginMethod; address: string; onSent: () => void }) {
  const { method, address, onSent } = props
  const modal = useModal()
  const { kit, copy, locale, announce } = modal
  const nowMs = () => kit.client.environment.clock.nowMs()
  const [readyAt, setReadyAt] = useState(() => nowMs() + resendAfterSeconds * 1000)
  const [now, setNow] = useState(() => nowMs())
  const seconds = Math.max(0, Math.ceil((readyAt - now) / 1000))
  const send = useTask(async () => {
    await codeOf(method).send(kit.client, address)
    announce(copy.code.resent)
    onSent()
    setNow(nowMs())
    setReadyAt(nowMs() + resendAfterSeconds * 1000)
  })
  useEffect(() => {
    if (seconds === 0) return
    return runAfter(kit.client, 1000, () => setNow(nowMs()))
  })
  // Ticks are not read out; that it is possible again is, once.
  const waiting = seconds > 0
  useEffect(() => {
    if (!waiting) announce(copy.code.resendReady)
  }, [waiting, announce, copy])
  return (
    <div className="centre">
      <QuietButton
        onPress={send.start}
        disabled={waiting || send.busy}
        strong={!waiting}
        describedBy={send.problem ? resendProblemId : undefined}
      >
        {waiting ? copy.code.resendIn(formatSeconds(seconds, locale)) : copy.code.resend}
      </QuietButton>
      <InboxLink inbox={codeOf(method).inboxOf(address)} />
      {send.problem && <ProblemLine id={resendProblemId} text={explain(send.problem, modal)} />}
    </div>
  )
}

function InboxLink({ inbox }: { inbox: Inbox | null }) {
  const { copy } = useModal()
  if (inbox === null) return null
  return (
    <a className="quiet strong" href={inbox.url} target="_blank" rel="noreferrer noopener">
      {copy.code.openInbox(inbox.name)}
      <Icon name="arrow-up-right" size="small" />
      <span className="spoken"> ({copy.shell.opensNewTab})</span>
    </a>
  )
}

/** How a method's codes work. @throws Error for a method without codes, which never leads here. */
function codeOf(method: LoginMethod): CodeLogin {
  const { code } = loginMethods[method]
  if (code === null) throw new Error(`${method} has no one-time codes`)
  return code
}
