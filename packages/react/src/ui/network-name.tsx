import { useRequestCopy } from '../modal/use-request-copy.js'

/** A network as a screen shows it. */
export interface ShownNetwork {
  name: string
  isTest: boolean
  /** `#rrggbb`; null when the network has none. */
  colour: string | null
}

/** A network's name with a dot in its colour, and a badge for test networks. */
export function NetworkName({ network }: { network: ShownNetwork }) {
  const copy = useRequestCopy()
  return (
    <span className="network">
      <svg className="network-dot" viewBox="0 0 8 8" aria-hidden="true">
        <circle cx="4" cy="4" r="4" fill={network.colour ?? 'currentColor'} />
      </svg>
      <bdi>{network.name}</bdi>
      {network.isTest && <span className="badge">{copy.send.testNetwork}</span>}
    </span>
  )
}
