import { networkOf } from '@sallyport/contract/requests'
import type { Copy } from '../copy/en.js'
import type { Row } from './presentation.js'

/** The row of a network by its chain id: its name, or its number when it is not known. */
export function networkRow(chainId: bigint, copy: Copy): Row {
  const network = networkOf(chainId)
  if (!network) return { label: copy.network, value: copy.unknownNetwork(chainId.toString()) }
  return { label: copy.network, value: network.name, network }
}
