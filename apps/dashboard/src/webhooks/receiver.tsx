import type { ReceiverMode, WebhookState } from '@sallyport/protocols/sandbox'
import { useState } from 'react'
import { call } from '../call.js'
import { clockTime } from '../inbox/clock-time.js'
import { Choice } from '../ui/choice.js'
import { Problem } from '../ui/problem.js'

const options: { value: ReceiverMode; name: string }[] = [
  { value: 'ok', name: 'Takes them' },
  { value: 'fail', name: 'Fails' },
  { value: 'slow', name: 'Too slow' },
  { value: 'gone', name: 'Gone' },
]
const meanings: Record<ReceiverMode, string> = {
  ok: 'The receiver answers 200.',
  fail: 'The receiver answers 500. The server tries again for three days: move the clock.',
  slow: 'The receiver answers after 20 seconds. The server waits for 15.',
  gone: 'The receiver answers 410. The server switches it off.',
}

/** How the receiver answers, and what waits for it. */
export function Receiver({
  state,
  refresh,
}: {
  state: WebhookState
  refresh: () => Promise<void>
}) {
  const { mode, enabled, disabledReason, waiting } = state
  const [problem, setProblem] = useState<string>()
  const post = (path: string, body: object = {}) => {
    setProblem(undefined)
    call(path, 'POST', body).then(refresh, (error: Error) => setProblem(error.message))
  }
  const hasFailed = waiting.some((one) => one.state === 'failed')
  return (
    <section className="card" aria-labelledby="receiver">
      <h2 id="receiver">Receiver</h2>
      <Choice
        label="Answer"
        value={mode}
        options={options}
        onChange={(next) => post('/webhooks/mode', { mode: next })}
      />
      <p className="help">{meanings[mode]}</p>
      {!enabled && (
        <ul className="rows">
          <li>
            <span className="grow">
              Switched off
              <small>{disabledReason === 'gone' ? 'it answered 410' : 'it failed for days'}</small>
            </span>
            <button type="button" className="button" onClick={() => post('/webhooks/enable')}>
              Switch on
            </button>
          </li>
        </ul>
      )}
      <Problem sentence={problem} />
      {waiting.length > 0 && (
        <>
          <h3>Not delivered</h3>
          <ul className="rows">
            {waiting.map((one) => (
              <li key={one.eventId}>
                <span className="grow">
                  {one.type}
                  <small>{describe(one)}</small>
                </span>
              </li>
            ))}
          </ul>
          {hasFailed && enabled && (
            <button
              type="button"
              className="button"
              onClick={() => post('/webhooks/resend', { failed: true })}
            >
              Send all again
            </button>
          )}
        </>
      )}
    </section>
  )
}

function describe({ attempts, nextAt }: WebhookState['waiting'][number]): string {
  const tried = attempts === 1 ? 'tried once' : `tried ${attempts} times`
  return nextAt === null ? `${tried}, given up` : `${tried}, again at ${clockTime(nextAt)}`
}
