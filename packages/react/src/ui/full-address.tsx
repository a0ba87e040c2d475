import { useModal } from '../modal/modal-context.js'
import { Icon } from './icons.js'
import { Identicon } from './identicon.js'
import { useCopy } from './use-copy.js'

/** Characters in bold at each end of an address, without `0x`. */
const ends = 6

/**
 * A full address on two lines with its ends in bold. Addresses that share a few characters at both ends are cheap to generate,
 * so the recipient, spender or contract of a request is never shortened. A press copies it.
 */
export function FullAddress({ address }: { address: string }) {
  const { copyAddress } = useModal().copy.shell
  const { copied, copy } = useCopy(address)
  const head = (address.startsWith('0x') ? 2 : 0) + ends
  const middle = Math.ceil(address.length / 2)
  const isLong = address.length > head + ends + 4
  return (
    <span className="address full">
      <button type="button" title={address} aria-label={copyAddress(address)} onClick={copy}>
        <Identicon address={address} />
        {isLong ? (
          <bdi className="mono">
            <b>{address.slice(0, head)}</b>
            {address.slice(head, middle)}
            <br />
            {address.slice(middle, -ends)}
            <b>{address.slice(-ends)}</b>
          </bdi>
        ) : (
          <bdi className="mono">{address}</bdi>
        )}
        <Icon name={copied ? 'check' : 'copy'} size="small" />
      </button>
    </span>
  )
}
