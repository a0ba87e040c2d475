import type { InboxMessage } from '@sallyport/protocols/sandbox'
import { type FormEvent, useState } from 'react'
import { call } from '../call.js'
import { Choice } from '../ui/choice.js'
import { Field } from '../ui/field.js'
import { Problem } from '../ui/problem.js'
import { usePolled } from '../use-polled.js'
import { clockTime } from './clock-time.js'

type Mode = 'normal' | 'late' | 'never' | 'bounce' | 'unsubscribed'
interface State {
  modes: Record<string, Mode>
  held: (InboxMessage & { id: string; dueAtMs: number | null })[]
}

const options: { value: Mode; name: string }[] = [
  { value: 'normal', name: 'Immediate' },
  { value: 'late', name: 'Delayed' },
  { value: 'never', name: 'Lost' },
  { value: 'bounce', name: 'Bounce' },
  { value: 'unsubscribed', name: 'Unsubscribed' },
]
const meanings = {
  normal: 'Messages are delivered immediately.',
  late: 'Messages are held for 60 seconds of sandbox time, or until you deliver it.',
  never: 'Messages are held until you deliver it.',
  bounce: 'The mail server or the SMS provider rejects the address.',
  unsubscribed: 'The recipient has unsubscribed, or has answered STOP.',
} satisfies Record<Mode, string>

/** Simulates delivery problems by address: late, lost or bounced mail. */
export function Deliveries({ newest }: { newest: string | undefined }) {
  const { value, refresh } = usePolled<State>('/inbox/deliveries', 2000)
  const [typed, setTyped] = useState<string>()
  const [problem, setProblem] = useState<string>()
  const address = (typed ?? newest ?? '').trim().toLowerCase()
  const mode = value?.modes[address] ?? (address.startsWith('bounce') ? 'bounce' : 'normal')
  const set = (to: string, next: Mode) => {
    setProblem(undefined)
    call('/inbox/deliveries', 'POST', { to, mode: next }).then(refresh, (error: Error) =>
      setProblem(error.message),
    )
  }
  const release = (id: string) => void call('/inbox/release', 'POST', { id }).then(refresh)
  const others = Object.entries(value?.modes ?? {}).filter(([to]) => to !== address)

  return (
    <section className="card" aria-labelledby="delivery">
      <h2 id="delivery">Delivery</h2>
      <p className="help">Simulate delayed, lost or refused messages.</p>
      <form className="delivery" onSubmit={(event: FormEvent) => event.preventDefault()}>
        <Field
          label="Messages to"
          value={typed ?? newest ?? ''}
          placeholder="ada@example.com"
          onChange={setTyped}
        />
        <Choice
          label="Delivery"
          value={mode}
          options={options}
          onChange={(next) => address && set(address, next)}
        />
      </form>
      <p className="help">{meanings[mode]}</p>
      <Problem sentence={problem} />
      {others.length > 0 && (
        <ul className="rows">
          {others.map(([to, other]) => (
            <li key={to}>
              <span className="grow">{to}</span>
              <span className="note">{options.find((one) => one.value === other)?.name}</span>
              <button type="button" className="button quiet" onClick={() => set(to, 'normal')}>
                Back to normal
              </button>
            </li>
          ))}
        </ul>
      )}
      {value && value.held.length > 0 && (
        <>
          <h3>Held</h3>
          <ul className="rows">
            {value.held.map((one) => (
              <li key={one.id}>
                <span className="grow">
                  {one.to}
                  <small>
                    {one.dueAtMs === null
                      ? 'until you deliver it'
                      : `due at ${clockTime(new Date(one.dueAtMs).toISOString())}`}
                  </small>
                </span>
                <button type="button" className="button" onClick={() => release(one.id)}>
                  Deliver now
                </button>
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  )
}
