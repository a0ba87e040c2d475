import type { InboxMessage } from '@sallyport/protocols/sandbox'
import { useState } from 'react'
import { Choice } from '../ui/choice.js'
import { CopyButton } from '../ui/copy-button.js'
import { Icon } from '../ui/icon.js'
import { clockTime } from './clock-time.js'

type View = 'html' | 'text'

/** One message: the code first, then the rendered mail. */
export function MessageView({ message, back }: { message: InboxMessage; back: () => void }) {
  const { html, code } = message
  const [view, setView] = useState<View>(html === undefined ? 'text' : 'html')
  return (
    <article className="mail-view">
      <header>
        <button type="button" className="button quiet mail-back" onClick={back}>
          <Icon name="back" size={16} />
          <span>All messages</span>
        </button>
        <h2>{message.subject}</h2>
        <p>
          To <strong>{message.to}</strong> ·{' '}
          <time dateTime={message.at}>{clockTime(message.at)}</time>
          {message.from !== undefined && <> · From {message.from}</>}
        </p>
      </header>
      {code && (
        <div className="code-well">
          <output aria-label="Code">{`${code.slice(0, 3)} ${code.slice(3)}`}</output>
          <CopyButton text={code} label="Copy code" />
        </div>
      )}
      {html !== undefined && (
        <Choice
          label="Show as"
          value={view}
          options={[
            { value: 'html', name: 'As sent' },
            { value: 'text', name: 'Plain text' },
          ]}
          onChange={setView}
        />
      )}
      {view === 'html' && html !== undefined ? (
        // The empty sandbox attribute blocks scripts, forms and navigation.
        <iframe className="mail-frame" title="The email as sent" sandbox="" srcDoc={html} />
      ) : (
        <pre className="mail-text">{message.text}</pre>
      )}
    </article>
  )
}
