import { type FormEvent, useEffect, useState } from 'react'
import { call } from '../call.js'
import { Choice } from '../ui/choice.js'
import { Field } from '../ui/field.js'
import { Problem } from '../ui/problem.js'
import { usePolled } from '../use-polled.js'
import { formatLead } from './lead.js'

interface State {
  offsetMs: number
  now: string
}

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour
const steps: { name: string; ms: number; means: string }[] = [
  { name: '1 minute', ms: minute, means: 'Delayed mail arrives' },
  { name: '10 minutes', ms: 10 * minute, means: 'Email codes expire' },
  { name: '1 hour', ms: hour, means: 'Access tokens expire' },
  { name: '1 day', ms: day, means: 'A returning user' },
  { name: '31 days', ms: 31 * day, means: 'Sessions expire' },
]
const units = [
  { value: 'minutes', name: 'Minutes' },
  { value: 'hours', name: 'Hours' },
  { value: 'days', name: 'Days' },
] as const
type Unit = (typeof units)[number]['value']
const sizes = { minutes: minute, hours: hour, days: day } satisfies Record<Unit, number>

/** Shows the servers' time and moves it ahead. */
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
      {value && <ClockFace offsetMs={value.offsetMs} />}
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
          Time only moves forward. <code>npm start -- --reset</code> deletes all data and starts
          over.
        </p>
      </section>
    </>
  )
}

function ClockFace({ offsetMs }: { offsetMs: number }) {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 250)
    return () => clearInterval(timer)
  }, [])
  const serverTime = new Date(now + offsetMs)
  const ahead = formatLead(offsetMs)
  return (
    <section className="card face" aria-label="The servers' time">
      <output>
        {serverTime.toLocaleTimeString([], {
          hour: '2-digit',
          minute: '2-digit',
          second: '2-digit',
        })}
      </output>
      <p>
        {serverTime.toLocaleDateString([], {
          weekday: 'long',
          day: 'numeric',
          month: 'long',
          year: 'numeric',
        })}
      </p>
      <p className="note">{ahead ? `${ahead} ahead of this computer` : 'Same as this computer'}</p>
    </section>
  )
}
