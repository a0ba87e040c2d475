import { useEffect, useState } from 'react'
import { Icon } from './icon.js'

/** Copies `text` to the clipboard; `copied` is true for two seconds after. */
export function useCopied(text: string): { copied: boolean; copy(): void } {
  const [copied, setCopied] = useState(false)
  useEffect(() => {
    if (!copied) return
    const timer = setTimeout(() => setCopied(false), 2000)
    return () => clearTimeout(timer)
  }, [copied])
  return {
    copied,
    copy: () => void navigator.clipboard.writeText(text).then(() => setCopied(true)),
  }
}

/** Announces `text` to screen readers. */
export function Announcement({ text }: { text: string }) {
  return (
    <span className="spoken" role="status">
      {text}
    </span>
  )
}

/**
 * A long value on one line with its two ends visible; the page and the clipboard hold the whole value. Use it inside a
 * `Result`, whose live region announces that the value was copied.
 */
export function Copyable({ text, name, testId }: { text: string; name: string; testId: string }) {
  const { copied, copy } = useCopied(text)
  return (
    <span className="copyable" dir="ltr" title={text}>
      <span className="mono ends" data-testid={testId}>
        {text}
      </span>
      <span className="mono" aria-hidden="true">
        {text.slice(-4)}
      </span>
      <button type="button" className="icon-button" aria-label={`Copy ${name}`} onClick={copy}>
        <Icon name={copied ? 'check' : 'copy'} />
      </button>
      <span className="spoken">{copied ? 'Copied' : ''}</span>
    </span>
  )
}
