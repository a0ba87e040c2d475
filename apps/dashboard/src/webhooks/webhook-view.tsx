import type { ReceivedWebhook } from '@sallyport/protocols/sandbox'
import { useState } from 'react'
import { call } from '../call.js'
import { clockTime } from '../inbox/clock-time.js'
import { Choice } from '../ui/choice.js'
import { Icon } from '../ui/icon.js'
import { Problem } from '../ui/problem.js'

type View = 'body' | 'sent' | 'headers'

/** One attempt: whether it verified, its body and its headers. */
export function WebhookView(props: {
  webhook: ReceivedWebhook
  back: () => void
  refresh: () => Promise<void>
}) {
  const { webhook, back, refresh } = props
  const { id, type, at, verdict, status, headers, body } = webhook
  const [view, setView] = useState<View>('body')
  const [problem, setProblem] = useState<string>()
  const resend = () => {
    setProblem(undefined)
    call('/webhooks/resend', 'POST', { event_id: id }).then(refresh, (error: Error) =>
      setProblem(error.message),
    )
  }
  const texts: Record<View, string> = {
    body: JSON.stringify(JSON.parse(body), null, 2),
    sent: body,
    headers: Object.entries(headers)
      .map(([name, value]) => `${name}: ${value}`)
      .join('\n'),
  }
  return (
    <article className="mail-view">
      <header>
        <button type="button" className="button quiet mail-back" onClick={back}>
          <Icon name="back" size={16} />
          <span>All webhooks</span>
        </button>
        <h2>{type}</h2>
        <p>
          <strong>{verdict === 'verified' ? 'Verified' : verdict}</strong> ·{' '}
          <time dateTime={at}>{clockTime(at)}</time> · Answered {status}
        </p>
      </header>
      <div className="delivery">
        <Choice
          label="Show"
          value={view}
          options={[
            { value: 'body', name: 'Body' },
            { value: 'sent', name: 'As sent' },
            { value: 'headers', name: 'Headers' },
          ]}
          onChange={setView}
        />
        <button type="button" className="button" onClick={resend}>
          Send again
        </button>
      </div>
      <Problem sentence={problem} />
      <pre className="mail-text">{texts[view]}</pre>
    </article>
  )
}
