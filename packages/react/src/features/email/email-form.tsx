import { email as emailLogin } from '@sallyport/core'
import { type FormEvent, useId, useState } from 'react'
import type { EntryProps } from '../../flow/login-method.js'
import { explain } from '../../modal/explain.js'
import { useModal } from '../../modal/modal-context.js'
import { useReportBusy } from '../../modal/use-report-busy.js'
import { useTask } from '../../modal/use-task.js'
import { Button } from '../../ui/button.js'
import { Icon } from '../../ui/icons.js'
import { ProblemLine } from '../../ui/parts.js'
import { StillWorking } from '../../ui/screen.js'

/** The address field of the first screen: sends a code. */
export function EmailForm({ data, end, wasLast, blocked, onBusy }: EntryProps) {
  const modal = useModal()
  const { kit, copy, announce } = modal
  const id = useId()
  const [email, setEmail] = useState(data.prefill?.type === 'email' ? data.prefill.value : '')
  const [malformed, setMalformed] = useState(false)
  const send = useTask(
    async (address: string, signal) => {
      await emailLogin.sendCode(kit.client, { email: address })
      if (signal.aborted) return
      end('codeSent', { method: 'email', prefill: { type: 'email', value: address } })
    },
    { onFailed: (problem) => end('failed', problem) },
  )
  useReportBusy(send.busy, onBusy)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const address = email.trim().toLowerCase()
    const valid = looksLikeEmail(address)
    setMalformed(!valid)
    if (valid) send.start(address)
    else announce(copy.problem.emailInvalid, 'assertive')
  }
  const text = malformed ? copy.problem.emailInvalid : send.problem && explain(send.problem, modal)
  return (
    <form className="stack" onSubmit={submit} noValidate>
      <div className="field">
        <label className="spoken" htmlFor={id}>
          {copy.landing.emailLabel}
        </label>
        {/* biome-ignore lint/a11y/useKeyWithClickEvents: pressing the frame only moves the caret into the input */}
        {/* biome-ignore lint/a11y/noStaticElementInteractions: see above */}
        <div
          className={`box${text ? ' wrong' : ''}`}
          onClick={(event) => event.currentTarget.querySelector('input')?.focus()}
        >
          <Icon name="mail" />
          <input
            id={id}
            type="email"
            name="email"
            dir="ltr"
            inputMode="email"
            autoComplete="email"
            autoCapitalize="none"
            spellCheck={false}
            data-autofocus=""
            placeholder={copy.landing.emailPlaceholder}
            aria-invalid={text ? true : undefined}
            aria-describedby={text ? `${id}-problem` : undefined}
            value={email}
            onChange={(event) => {
              setEmail(event.target.value)
              setMalformed(false)
              send.clear()
            }}
          />
          {wasLast && email === '' && <span className="note">{copy.landing.lastUsed}</span>}
        </div>
        <ProblemLine id={`${id}-problem`} text={text} />
      </div>
      <Button submit busy={send.busy} disabled={blocked}>
        {copy.landing.continue}
      </Button>
      <StillWorking task={send} />
    </form>
  )
}

/** A first look only; the server's rule decides (specification §5). */
export function looksLikeEmail(text: string): boolean {
  return text.length <= 254 && /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/.test(text)
}
