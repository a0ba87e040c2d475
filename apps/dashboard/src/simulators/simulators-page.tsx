import { useId } from 'react'
import { call } from '../call.js'
import { Problem } from '../ui/problem.js'
import { useLoaded } from '../use-loaded.js'

/** A simulator, as the sandbox answers it. */
interface Simulator {
  id: string
  name: string
  chosen: string
  answers: { value: string; text: string }[]
}

const path = '/api/simulators'

/** What the simulated providers answer: as the real ones do, or refusing, late or wrong. */
export function SimulatorsPage() {
  const { value, problem, isBusy, run } = useLoaded<{ simulators: Simulator[] }>(path)
  return (
    <>
      <header className="head">
        <h1>Simulators</h1>
        <p>
          What each simulated provider answers. Its own page can still choose another answer for one
          login.
        </p>
      </header>
      <Problem sentence={problem} />
      {value && (
        <section className="card" aria-label="Answers">
          {value.simulators.map((simulator) => (
            <AnswerField
              key={simulator.id}
              simulator={simulator}
              isBusy={isBusy}
              choose={(answer) => void run(() => call(path, 'POST', { id: simulator.id, answer }))}
            />
          ))}
        </section>
      )}
    </>
  )
}

function AnswerField(props: {
  simulator: Simulator
  isBusy: boolean
  choose: (answer: string) => void
}) {
  const { simulator, isBusy, choose } = props
  const id = useId()
  return (
    <div className="field">
      <label htmlFor={id}>{simulator.name} answers</label>
      <select
        id={id}
        value={simulator.chosen}
        aria-busy={isBusy}
        onChange={(event) => choose(event.target.value)}
      >
        {simulator.answers.map(({ value, text }) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </select>
    </div>
  )
}
