import { useRequestCopy } from '../../modal/use-request-copy.js'
import { Address } from '../../ui/copy-button.js'
import { Fact } from '../../ui/parts.js'

/** The row that says which wallet signs. */
export function Signer({ address }: { address: string }) {
  return (
    <Fact label={useRequestCopy().sign.signer}>
      <Address address={address} />
    </Fact>
  )
}
