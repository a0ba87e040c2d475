import { shorten } from '@sallyport/contract/requests'
import type { ReactNode } from 'react'
import { useModal } from '../modal/modal-context.js'
import { Icon } from './icons.js'
import { Identicon } from './identicon.js'
import { useCopy } from './use-copy.js'

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
  const { copyAddress } = useModal().copy.shell
  return (
    <Ends text={address} label={copyAddress(address)}>
      <Identicon address={address} />
    </Ends>
  )
}

/** The hash of a transaction: its ends, and the whole on demand, like an address. */
export function Hash({ hash }: { hash: string }) {
  return <Ends text={hash} label={useModal().copy.shell.copy} />
}

function Ends(props: { text: string; label: string; children?: ReactNode }) {
  const { text, label, children } = props
  const { copied, copy } = useCopy(text)
  return (
    <span className="address">
      <button type="button" title={text} aria-label={label} onClick={copy}>
        {children}
        <bdi className="mono">{shorten(text)}</bdi>
        <Icon name={copied ? 'check' : 'copy'} size="small" />
      </button>
    </span>
  )
}
