import type { InboxMessage } from '@sallyport/protocols/sandbox'
import { useState } from 'react'
import { call } from '../call.js'
import { EmptyPage } from '../ui/empty-page.js'
import { Icon } from '../ui/icon.js'
import { Problem } from '../ui/problem.js'
import { usePolled } from '../use-polled.js'
import { Deliveries } from './deliveries.js'
import { MessageList } from './message-list.js'
import { MessageView } from './message-view.js'

/** The messages that the server sent, and how the next ones are delivered. */
export function InboxPage() {
  const { value: messages, problem, refresh } = usePolled<InboxMessage[]>('/inbox/messages', 1500)
  const [chosen, setChosen] = useState<string>()
  const opened = messages?.find((message) => keyOf(message) === chosen)
  const shown = opened ?? messages?.[0]
  const clear = () => void call('/inbox/messages', 'DELETE').then(refresh)

  return (
    <>
      <header className="head">
        <h1>Inbox</h1>
        <p>
          Every email and text message the server sends arrives here and never leaves this computer.
        </p>
        {messages && messages.length > 0 && (
          <button type="button" className="button quiet" onClick={clear}>
            <Icon name="trash" size={16} />
            <span>Clear</span>
          </button>
        )}
      </header>
      <Problem sentence={problem} />
      {messages?.length === 0 && (
        <EmptyPage icon="mail" title="No messages yet">
          Log in to the demo with any email address or phone number. The code arrives here within a
          second.
        </EmptyPage>
      )}
      {messages && shown && (
        <div className="mail" data-opened={opened !== undefined}>
          <MessageList messages={messages} shown={shown} choose={(one) => setChosen(keyOf(one))} />
          <MessageView key={keyOf(shown)} message={shown} back={() => setChosen(undefined)} />
        </div>
      )}
      <Deliveries newest={messages?.[0]?.to} />
    </>
  )
}

/** Identifies a message in the list. */
export function keyOf({ to, at, subject }: InboxMessage): string {
  return `${at} ${to} ${subject}`
}
