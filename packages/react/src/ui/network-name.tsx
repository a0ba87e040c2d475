import type { ShownNetwork } from '@sallyport/contract/requests'
import { useRequestCopy } from '../modal/use-request-copy.js'

/** A network's name with a dot in its colour, and a badge for test networks. */
export function NetworkName({ network }: { network: ShownNetwork }) {
  const copy = useRequestCopy()
  return (
    <span className="network">
      <svg className="network-dot" viewBox="0 0 8 8" aria-hidden="true">
        <circle cx="4" cy="4" r="4" fill={network.colour ?? 'currentColor'} />
      </svg>
      <bdi>{network.name}</bdi>
      {network.isTest && <span className="badge">{copy.sign.testNetwork}</span>}
    </span>
  )
}
