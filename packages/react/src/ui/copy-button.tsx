import { shorten } from '@sallyport/contract/requests'
import type { ReactNode } from 'react'
import { useModal } from '../modal/modal-context.js'
import { Icon } from './icons.js'
import { Identicon } from './identicon.js'
import { useCopy } from './use-copy.js'

/** An icon button that copies a text. */
export function CopyButton({ text, label }: { text: string; label: string }) {
  const { copied, copy } = useCopy(text)
  return (
    <button type="button" className="icon-button" aria-label={label} onClick={copy}>
      <Icon name={copied ? 'check' : 'copy'} />
    </button>
  )
}

/** A shortened address with its identicon. The tooltip shows the full address and a press copies it. Always left to right. */
export function Address({ address }: { address: string }) {
  const { copyAddress } = useModal().copy.shell
  return (
    <ShortText text={address} label={copyAddress(address)}>
      <Identicon address={address} />
    </ShortText>
  )
}

/** A shortened transaction hash. The tooltip shows the full hash and a press copies it. */
export function Hash({ hash }: { hash: string }) {
  return <ShortText text={hash} label={useModal().copy.shell.copy} />
}

function ShortText(props: { text: string; label: string; children?: ReactNode }) {
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
