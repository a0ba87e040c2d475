import { shorten } from '@sallyport/contract/requests'
import { Identicon } from './identicon.js'

/** An address as its picture and its ends, without a way to copy it. */
export function ShortAddress({ address }: { address: string }) {
  return (
    <span className="address" title={address}>
      <Identicon address={address} />
      <bdi className="mono">{shorten(address)}</bdi>
    </span>
  )
}
