import type { InboxMessage } from '@sallyport/protocols/sandbox'
import { clockTime } from './clock-time.js'
import { keyOf } from './inbox-page.js'

/** The messages, newest first. */
export function MessageList(props: {
  messages: readonly InboxMessage[]
  shown: InboxMessage
  choose: (message: InboxMessage) => void
}) {
  const { messages, shown, choose } = props
  return (
    <ul className="mail-list" aria-label="Messages">
      {messages.map((message) => (
        <li key={keyOf(message)}>
          <button
            type="button"
            aria-current={keyOf(message) === keyOf(shown)}
            onClick={() => choose(message)}
          >
            <span className="mail-to">{message.to}</span>
            <time dateTime={message.at}>{clockTime(message.at)}</time>
            <span className="mail-subject">{message.subject}</span>
          </button>
        </li>
      ))}
    </ul>
  )
}
