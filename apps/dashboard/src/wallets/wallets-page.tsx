import { useState } from 'react'
import { call } from '../call.js'
import { Problem } from '../ui/problem.js'
import { usePolled } from '../use-polled.js'
import { IntentList } from './intent-list.js'
import { LimitBar } from './limit-bar.js'
import type { LaboratoryState, Played } from './state.js'
import { WalletCards } from './wallet-cards.js'

/** What can be played, with what it shows. */
const plays = [
  { what: 'allowed', name: 'Pay 0.01 ETH', means: 'Within the policy: signed and sent' },
  { what: 'refused', name: 'Pay 0.1 ETH', means: 'Above the limit: refused, nothing is signed' },
  { what: 'waiting', name: 'Pay from the treasury', means: 'Waits for a second approval' },
] as const

const outcomes: Record<Played['outcome'], string> = {
  sent: 'Sent',
  refused: 'Refused',
  waiting: 'Waiting for approval',
  approved: 'Approved',
}

/** The app's server wallets: what they have and may do, requests that wait, and buttons that play each outcome. */
export function WalletsPage() {
  const { value, problem, refresh } = usePolled<LaboratoryState>('/api/wallets', 4_000)
  const [busy, setBusy] = useState<string>()
  const [played, setPlayed] = useState<Played>()
  const [refusal, setRefusal] = useState<string>()
  const run = async (name: string, path: string, body: object) => {
    setBusy(name)
    setRefusal(undefined)
    await call<Played>(path, 'POST', body)
      .then(setPlayed)
      .catch((error: Error) => setRefusal(error.message))
    await refresh()
    setBusy(undefined)
  }
  return (
    <>
      <header className="head">
        <h1>Wallets</h1>
        <p>
          Server wallets of the demo app. Its back end signs with keys that this page never sees.
        </p>
      </header>
      <Problem sentence={refusal ?? problem} />
      <section className="card" aria-labelledby="play">
        <h2 id="play">Play a request</h2>
        <div className="steps">
          {plays.map(({ what, name, means }) => (
            <button
              type="button"
              key={what}
              disabled={busy !== undefined || !value}
              aria-busy={busy === what}
              onClick={() => void run(what, '/api/wallets/play', { what })}
            >
              <strong>{name}</strong>
              <small>{means}</small>
            </button>
          ))}
        </div>
        <output className={`played ${played?.outcome ?? ''}`}>
          {played && (
            <>
              <strong>{outcomes[played.outcome]}</strong>
              <span>{played.sentence}</span>
              {played.code && <code>{played.code}</code>}
              {played.hash && <code>{played.hash}</code>}
            </>
          )}
        </output>
      </section>
      {value ? (
        <>
          <WalletCards state={value} />
          <LimitBar state={value} />
          <IntentList
            state={value}
            busy={busy}
            approve={(id) => void run(id, '/api/wallets/approve', { intent_id: id })}
          />
        </>
      ) : (
        !problem && <p className="help">Creating the wallets…</p>
      )}
    </>
  )
}
