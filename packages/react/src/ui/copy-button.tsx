import { useState } from 'react'
import { shorten } from '../copy/amounts.js'
import { useModal } from '../modal/modal-context.js'
import { Icon } from './icons.js'
import { Identicon } from './identicon.js'

/** Copies on `copy()` and says so for two seconds. */
export function useCopy(text: string) {
  const { services, announce, copy } = useModal()
  const [copied, setCopied] = useState(false)
  const run = async () => {
    await services.copyText(text)
    announce(copy.shell.copied)
    setCopied(true)
    services.after(2000, () => setCopied(false))
  }
  return { copied, copy: () => void run() }
}

/** An icon that copies a text. */
export function CopyButton({ text, label }: { text: string; label: string }) {
  const { copied, copy } = useCopy(text)
  return (
    <button type="button" className="icon-button" aria-label={label} onClick={copy}>
      <Icon name={copied ? 'check' : 'copy'} />
    </button>
  )
}

/** An address: its picture, its ends, and the whole on demand (tooltip, copy). Always left to right. */
export function Address({ address }: { address: string }) {
  const words = useModal().copy.shell
  const { copied, copy } = useCopy(address)
  return (
    <span className="address">
      <button type="button" title={address} aria-label={words.copyAddress(address)} onClick={copy}>
        <Identicon address={address} />
        <bdi className="mono">{shorten(address)}</bdi>
        <Icon name={copied ? 'check' : 'copy'} size="small" />
      </button>
    </span>
  )
}
