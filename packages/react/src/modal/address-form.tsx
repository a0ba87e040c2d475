import type { SallyportClient } from '@sallyport/core'
import { type FormEvent, type InputHTMLAttributes, useEffect, useId, useState } from 'react'
import type { EntryProps } from '../flow/login-method.js'
import type { Problem } from '../flow/problem.js'
import type { Intent, LoginMethod, OutcomesOf, Prefill } from '../flow/screens.js'
import { Button } from '../ui/button.js'
import { Icon, type IconShape } from '../ui/icons.js'
import { ProblemLine } from '../ui/parts.js'
import { StillWorking } from '../ui/screen.js'
import { explain } from './explain.js'
import { useModal } from './modal-context.js'
import { takeTyped } from './take-typed.js'
import { useLastLogin } from './use-last-login.js'
import { useReportBusy } from './use-report-busy.js'
import { useTask } from './use-task.js'

/** What the screen gives a form for an address. */
export interface AddressEntry extends Pick<EntryProps, 'wasLast' | 'blocked' | 'onBusy'> {
  prefill: Prefill | null
  /** What the code is for: one that was sent for a login links nothing, and the reverse. */
  intent: Intent
  onSent(sent: OutcomesOf<'LANDING'>['codeSent']): void
  /** Takes what the form does not explain itself. */
  onFailed(problem: Problem): void
}

/** The form on the first screen of a login. */
export function entryOfLogin({ data, end, ...entry }: EntryProps): AddressEntry {
  return {
    ...entry,
    prefill: data.prefill,
    intent: 'login',
    onSent: (sent) => end('codeSent', sent),
    onFailed: (problem) => end('failed', problem),
  }
}

/** What one method's form has of its own. */
interface AddressFormProps {
  entry: AddressEntry
  method: LoginMethod
  prefill: Prefill['type']
  icon: IconShape
  /** Type, keyboard and autofill of the field, and its placeholder. */
  input: Pick<
    InputHTMLAttributes<HTMLInputElement>,
    'type' | 'name' | 'inputMode' | 'autoComplete' | 'placeholder'
  >
  label: string
  /** A sentence below the field. */
  help?: string
  /** Said when `read` takes the text for no address. */
  invalid: string
  /** The address in the form it is sent and shown in; undefined when the text is not one. May load what it reads by. */
  read(text: string): string | undefined | Promise<string | undefined>
  send(client: SallyportClient, address: string): Promise<void>
  /** As `send`, for linking and updating. */
  sendLink(client: SallyportClient, address: string): Promise<void>
}

/** A field for an address that a code is sent to. */
export function AddressForm(props: AddressFormProps) {
  const { entry, input, label, help } = props
  const { copy } = useModal()
  const last = useLastLogin(entry.wasLast)
  const id = useId()
  const { text, setText, send, submit, problem } = useAddress(props)
  useReportBusy(send.busy, entry.onBusy)
  return (
    <form className="stack" onSubmit={submit} noValidate>
      <div className="field">
        <label className="spoken" htmlFor={id}>
          {label}
        </label>
        {/* biome-ignore lint/a11y/useKeyWithClickEvents: pressing the frame only moves the caret into the input */}
        {/* biome-ignore lint/a11y/noStaticElementInteractions: see above */}
        <div
          className={`box${problem ? ' wrong' : ''}`}
          onClick={(event) => event.currentTarget.querySelector('input')?.focus()}
        >
          <Icon name={props.icon} />
          <input
            id={id}
            {...input}
            dir="ltr"
            autoCapitalize="none"
            spellCheck={false}
            data-autofocus=""
            aria-invalid={problem ? true : undefined}
            aria-describedby={problem ? `${id}-problem` : help && `${id}-help`}
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
        </div>
        <ProblemLine id={`${id}-problem`} text={problem} />
        {last.note && (
          <p className="last-login">
            <span className="pill">{last.note}</span> <bdi>{last.detail}</bdi>
          </p>
        )}
        {help && !problem && (
          <p className="note" id={`${id}-help`}>
            {help}
          </p>
        )}
      </div>
      <Button submit busy={send.busy} disabled={entry.blocked}>
        {copy.landing.continue}
      </Button>
      <StillWorking task={send} />
    </form>
  )
}

/** The text of the field and what becomes of it. */
function useAddress({
  entry,
  method,
  prefill: type,
  invalid,
  read,
  send: sendLogin,
  sendLink,
}: AddressFormProps) {
  const modal = useModal()
  const { kit, announce } = modal
  const { prefill } = entry
  const sendTo = entry.intent === 'login' ? sendLogin : sendLink
  const [text, write] = useState(prefill?.type === type ? prefill.value : '')
  const [malformed, setMalformed] = useState(false)
  const send = useTask(
    async (address: string, signal) => {
      await sendTo(kit.client, address)
      if (signal.aborted) return
      entry.onSent({ method, prefill: { type, value: address } })
    },
    { onFailed: entry.onFailed },
  )
  const setText = (next: string) => {
    write(next)
    setMalformed(false)
    send.clear()
  }
  const proceed = (address: string | undefined) => {
    setMalformed(address === undefined)
    if (address !== undefined) send.start(address)
    else announce(invalid, 'assertive')
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const found = read(text)
    if (found instanceof Promise) void found.then(proceed)
    else proceed(found)
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was typed before the field was drawn, once
  useEffect(() => {
    const typed = takeTyped()
    if (text === '') write(typed)
  }, [])
  const problem = malformed ? invalid : send.problem && explain(send.problem, modal)
  return { text, setText, send, submit, problem }
}
