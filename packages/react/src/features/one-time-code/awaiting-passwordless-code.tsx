import { useEffect, useId, useState } from 'react'
import type { Problem } from '../../flow/problem.js'
import type { DataOf, LoggedIn, ScreenProps } from '../../flow/screens.js'
import type { Kit } from '../../kit.js'
import { type LinkResult, proveLink } from '../../links.js'
import { codeOf, entryOf } from '../../login-methods.js'
import { explain } from '../../modal/explain.js'
import { useModal } from '../../modal/modal-context.js'
import { runAfter } from '../../modal/run-after.js'
import { toProblem } from '../../modal/to-problem.js'
import { type Task, useTask } from '../../modal/use-task.js'
import { CodeInput } from '../../ui/code-input.js'
import { ProblemLine, ScreenIcon } from '../../ui/parts.js'
import { Screen, StillWorking } from '../../ui/screen.js'
import { inboxOf } from './inbox.js'
import { ResendLine } from './resend-line.js'
import { SpentCode } from './spent-code.js'
import { linkLoginOf, useLoginLink } from './use-login-link.js'
import { useResend } from './use-resend.js'

/** Stands for a login that was approved on the page of the mail's link. */
const byLink = Symbol('byLink')
/** What the user logs in with: a code, or the link. */
type Evidence = string | typeof byLink

/** Tries the server gives one code (wire reference §11.1). */
const triesPerCode = 5

/** Takes the code that was sent to an address; ends when it has logged the user in, or linked the address. */
export function AwaitingPasswordlessCode(props: ScreenProps<'AWAITING_PASSWORDLESS_CODE'>) {
  const { data, end } = props
  const modal = useModal()
  const { kit, copy } = modal
  const { method, address } = data
  const nowMs = () => kit.client.environment.clock.nowMs()
  const [sentAtMs, setSentAtMs] = useState(() => pendingSince(kit, data) ?? nowMs())
  const { submit, isRight, isLinkUsed, wrong, forgetWrong, textOf } = useCodeSubmit(props)
  const resend = useResend({
    method,
    address,
    intent: data.intent,
    onSent() {
      forgetWrong()
      submit.clear()
      setSentAtMs(nowMs())
    },
  })
  const link = useLoginLink(kit, data, sentAtMs)
  // A code that is being checked goes first; it may have been the right one.
  const isDue = link.isApproved && !submit.busy && !isRight && !isLinkUsed
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each approval
  useEffect(() => {
    if (isDue) submit.start(byLink)
  }, [isDue])
  const isSpent = wrong >= triesPerCode
  return (
    <Screen
      title={isSpent ? copy.code.spentTitle : copy.code.title}
      image={
        <ScreenIcon icon={entryOf(method).icon} busy={submit.busy || (isSpent && resend.busy)} />
      }
      help={
        <>
          {isSpent ? copy.code.spentHelp : copy.code.sentTo} <b dir="ltr">{address}</b>{' '}
          {!isRight && (
            <button type="button" className="inline link" onClick={() => end('wrongAddress', {})}>
              {copy.code.change}
            </button>
          )}
        </>
      }
    >
      {isSpent ? (
        <SpentCode resend={resend} />
      ) : (
        <>
          <CodeEntry submit={submit} isRight={isRight} problem={textOf(submit.problem, wrong)} />
          {!isRight && link.number !== null && <LinkNumber number={link.number} />}
          {!isRight && (
            <ResendLine
              {...{ resend, sentAtMs }}
              inbox={inboxOf(address)}
              notReceived={codeOf(method).notReceived(copy)}
            />
          )}
        </>
      )}
    </Screen>
  )
}

/** The number that the page of the mail's link asks for. */
function LinkNumber({ number }: { number: string }) {
  const { copy } = useModal()
  return (
    <p className="resend">
      <span>{copy.code.linkNumber}</span> <b dir="ltr">{number}</b>
    </p>
  )
}

/** The six cells, what went wrong with the last code, and a way out of a long wait. */
function CodeEntry(props: { submit: Task<Evidence>; isRight: boolean; problem: string | null }) {
  const { submit, isRight, problem } = props
  const { copy } = useModal()
  const id = useId()
  const [field, setField] = useState(0)
  const cancel = () => {
    submit.cancel()
    // The server may have used the code or not: the field starts anew.
    setField(field + 1)
  }
  const state = isRight ? 'right' : submit.busy ? 'busy' : submit.problem ? 'wrong' : 'typing'
  return (
    <>
      <CodeInput
        key={field}
        label={copy.code.label}
        state={state}
        describedBy={problem ? `${id}-problem` : undefined}
        onComplete={submit.start}
        onType={submit.clear}
      />
      {!isRight && (
        <>
          <div className="centre">
            <ProblemLine id={`${id}-problem`} text={problem} />
          </div>
          <StillWorking task={submit} way={{ label: copy.shell.cancel, onPress: cancel }} />
        </>
      )}
    </>
  )
}

/** Proves the code, counts wrong ones and ends the screen. */
function useCodeSubmit({ data, end }: ScreenProps<'AWAITING_PASSWORDLESS_CODE'>) {
  const modal = useModal()
  const { kit, copy, announce } = modal
  const [wrong, setWrong] = useState(0)
  const [isRight, setRight] = useState(false)
  const [isLinkUsed, setLinkUsed] = useState(false)
  useEffect(() => {
    if (wrong >= triesPerCode && data.intent === 'login') kit.pendingCode.forget()
  }, [wrong, kit, data.intent])
  const textOf = (problem: Problem | null, count: number): string | null => {
    if (problem === null) return null
    if (problem.code !== 'invalid_credentials') return explain(problem, modal)
    const left = triesPerCode - count
    if (left <= 0) return copy.code.spentTitle
    return left <= 3 ? copy.code.attemptsLeft(left) : copy.problem.invalid_credentials
  }
  const submit = useTask(
    async (evidence: Evidence) => {
      if (evidence === byLink) setLinkUsed(true)
      const proven = await prove(kit, data, evidence).catch((error) => {
        // Only tries that reached the server use up the code.
        if (evidence !== byLink && toProblem(error).code === 'invalid_credentials')
          setWrong((count) => count + 1)
        throw error
      })
      setRight(true)
      announce(copy.code.right)
      // The tick is seen before the screen goes (screens 5.1).
      runAfter(kit.client, 600, () => endWith(proven, end))
    },
    {
      onFailed(problem) {
        if (data.intent === 'login') kit.pendingCode.forget()
        end('failed', problem)
      },
      words: (problem) => textOf(problem, wrong + 1) ?? '',
    },
  )
  const forgetWrong = () => {
    setWrong(0)
    setLinkUsed(false)
  }
  return { submit, isRight, isLinkUsed, wrong, forgetWrong, textOf }
}

type Proven = LinkResult | { name: 'loggedIn'; value: LoggedIn }

/** Uses the code, or the approved link, for what the screen was opened for. */
async function prove(
  kit: Kit,
  { method, address, disableSignup, intent }: DataOf<'AWAITING_PASSWORDLESS_CODE'>,
  evidence: Evidence,
): Promise<Proven> {
  const { client } = kit
  const calls = codeOf(method)
  if (evidence === byLink) {
    const login = linkLoginOf(method)
    if (login === undefined) throw new Error(`${method} has no links`)
    const work = () => login(client, { email: address, disableSignup })
    return { name: 'loggedIn', value: await kit.prove(method, work) }
  }
  const code = evidence
  if (intent === 'login') {
    const work = () => calls.login(client, { address, code, disableSignup })
    return { name: 'loggedIn', value: await kit.prove(method, work) }
  }
  return proveLink(kit, {
    method,
    intent,
    run() {
      if (intent === 'link') return calls.link(client, { address, code })
      const { user } = client.state
      const current = (user && calls.currentOf(user)) ?? ''
      return calls.update(client, { current, address, code })
    },
    transfer: ({ nonce }) => calls.transfer(client, { address, nonce }),
  })
}

/** Ends the screen by what was proven. */
function endWith(proven: Proven, end: ScreenProps<'AWAITING_PASSWORDLESS_CODE'>['end']): void {
  if (proven.name === 'loggedIn') end('loggedIn', proven.value)
  else if (proven.name === 'linked') end('linked', proven.value)
  else end('conflicted', proven.value)
}

/** When the code of a login was sent, which may have been before the modal was opened. */
function pendingSince(kit: Kit, { intent }: DataOf<'AWAITING_PASSWORDLESS_CODE'>) {
  return intent === 'login' ? kit.pendingCode.get()?.sentAtMs : undefined
}
