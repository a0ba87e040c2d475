import type { ReceivedWebhook, WebhookState } from '@sallyport/protocols/sandbox'
import { useState } from 'react'
import { call } from '../call.js'
import { clockTime } from '../inbox/clock-time.js'
import { EmptyPage } from '../ui/empty-page.js'
import { Icon } from '../ui/icon.js'
import { Problem } from '../ui/problem.js'
import { usePolled } from '../use-polled.js'
import { Receiver } from './receiver.js'
import { WebhookView } from './webhook-view.js'

/** The webhooks that the server sent to a receiver of the sandbox, and how the receiver answers. */
export function WebhooksPage() {
  const { value, problem, refresh } = usePolled<WebhookState>('/webhooks/state', 1500)
  const [chosen, setChosen] = useState<string>()
  const received = value?.received ?? []
  const opened = received.find((one) => keyOf(one) === chosen)
  const shown = opened ?? received[0]
  const clear = () => void call('/webhooks/received', 'DELETE').then(refresh)
  return (
    <>
      <header className="head">
        <h1>Webhooks</h1>
        <p>What the server tells the demo’s back end, verified as a back end verifies it.</p>
        {received.length > 0 && (
          <button type="button" className="button quiet" onClick={clear}>
            <Icon name="trash" size={16} />
            <span>Clear</span>
          </button>
        )}
      </header>
      <Problem sentence={problem} />
      {value && received.length === 0 && (
        <EmptyPage icon="webhook" title="No webhooks yet">
          Log in to the demo. The webhook arrives here within a second.
        </EmptyPage>
      )}
      {shown && (
        <div className="mail" data-opened={opened !== undefined}>
          <ul className="mail-list" aria-label="Webhooks">
            {received.map((one) => (
              <li key={keyOf(one)}>
                <button
                  type="button"
                  aria-current={keyOf(one) === keyOf(shown)}
                  onClick={() => setChosen(keyOf(one))}
                >
                  <span className="mail-to">{one.type}</span>
                  <time dateTime={one.at}>{clockTime(one.at)}</time>
                  <span className="mail-subject">Answered {one.status}</span>
                </button>
              </li>
            ))}
          </ul>
          <WebhookView
            key={keyOf(shown)}
            webhook={shown}
            back={() => setChosen(undefined)}
            refresh={refresh}
          />
        </div>
      )}
      {value && <Receiver state={value} refresh={refresh} />}
    </>
  )
}

/** Each attempt has a signature of its own. */
function keyOf({ id, at, headers }: ReceivedWebhook): string {
  return `${id} ${at} ${headers['webhook-signature'] ?? ''}`
}
