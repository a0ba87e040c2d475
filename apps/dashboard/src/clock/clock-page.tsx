import { type FormEvent, useEffect, useState } from 'react'
import { call } from '../call.js'
import { Choice } from '../ui/choice.js'
import { Field } from '../ui/field.js'
import { Problem } from '../ui/problem.js'
import { usePolled } from '../use-polled.js'
import { lead } from './lead.js'

interface State {
  offsetMs: number
  now: string
}

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour
const steps: { name: string; ms: number; means: string }[] = [
  { name: '1 minute', ms: minute, means: 'Late mail arrives' },
  { name: '10 minutes', ms: 10 * minute, means: 'E-mailed codes run out' },
  { name: '1 hour', ms: hour, means: 'Access tokens run out' },
  { name: '1 day', ms: day, means: 'A returning user' },
  { name: '31 days', ms: 31 * day, means: 'Sessions run out' },
]
const units = [
  { value: 'minutes', name: 'Minutes' },
  { value: 'hours', name: 'Hours' },
  { value: 'days', name: 'Days' },
] as const
type Unit = (typeof units)[number]['value']
const sizes = { minutes: minute, hours: hour, days: day } satisfies Record<Unit, number>

/** The servers' time, and ways to move it ahead. */
export function ClockPage() {
  const { value, problem, refresh } = usePolled<State>('/clock', 5000)
  const [moving, setMoving] = useState(false)
  const [refusal, setRefusal] = useState<string>()
  const [count, setCount] = useState('2')
  const [unit, setUnit] = useState<Unit>('hours')
  const own = Number(count) * sizes[unit]
  const usable = Number.isSafeInteger(own) && own > 0

  const move = async (advanceMs: number) => {
    setMoving(true)
    setRefusal(undefined)
    await call('/clock', 'POST', { advanceMs })
      .then(refresh)
      .catch((error: Error) => setRefusal(error.message))
    setMoving(false)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (usable) void move(own)
  }

  return (
    <>
      <header className="head">
        <h1>Clock</h1>
        <p>Move the servers’ time ahead and see codes, tokens and sessions expire.</p>
      </header>
      <Problem sentence={problem ?? refusal} />
      {value && <Face offsetMs={value.offsetMs} />}
      <section className="card" aria-labelledby="ahead">
        <h2 id="ahead">Move ahead by</h2>
        <div className="steps">
          {steps.map((step) => (
            <button
              type="button"
              key={step.ms}
              disabled={moving}
              onClick={() => void move(step.ms)}
            >
              <strong>+ {step.name}</strong>
              <small>{step.means}</small>
            </button>
          ))}
        </div>
        <form className="own-step" onSubmit={submit}>
          <Field label="Or by" type="number" value={count} onChange={setCount} />
          <Choice label="Unit" value={unit} options={units} onChange={setUnit} />
          <button type="submit" className="button primary" disabled={moving || !usable}>
            Move
          </button>
        </form>
        <p className="help">
          Time only goes forward. <code>npm start -- --reset</code> begins anew, without users and
          wallets.
        </p>
      </section>
    </>
  )
}

function Face({ offsetMs }: { offsetMs: number }) {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 250)
    return () => clearInterval(timer)
  }, [])
  const there = new Date(now + offsetMs)
  const words = lead(offsetMs)
  return (
    <section className="card face" aria-label="The servers' time">
      <output>
        {there.toLocaleTimeString([], { hour: '2-digit', minute: '2-digit', second: '2-digit' })}
      </output>
      <p>
        {there.toLocaleDateString([], {
          weekday: 'long',
          day: 'numeric',
          month: 'long',
          year: 'numeric',
        })}
      </p>
      <p className="note">
        {words ? `${words} ahead of this computer` : 'The same as this computer'}
      </p>
    </section>
  )
}
