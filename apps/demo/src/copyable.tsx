import { useEffect, useState } from 'react'
import { Icon } from './icon.js'

/** Copies `text` and says so for two seconds. */
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

/** Tells screen readers what others see. */
export function Said({ text }: { text: string }) {
  return (
    <span className="spoken" role="status">
      {text}
    </span>
  )
}

/** A long value on one line: its two ends are seen, the whole is in the page and in the clipboard. */
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
      <Said text={copied ? 'Copied' : ''} />
    </span>
  )
}
