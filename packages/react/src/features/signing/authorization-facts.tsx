import { type Authorization, endsAuthorization, networkOf } from '@sallyport/contract/requests'
import { useRequestCopy } from '../../modal/use-request-copy.js'
import { FullAddress } from '../../ui/full-address.js'
import { NetworkName } from '../../ui/network-name.js'
import { Fact, Facts } from '../../ui/parts.js'
import { Signer } from './signer.js'

/** Which contract gets control of which account, and where (EIP-7702). */
export function AuthorizationFacts(props: { authorization: Authorization; signer: string }) {
  const { authorization, signer } = props
  const { contract, chainId, nonce } = authorization
  const { sign, send } = useRequestCopy()
  const network = networkOf(chainId)
  return (
    <Facts>
      {!endsAuthorization(authorization) && (
        <Fact label={send.controlParty}>
          <FullAddress address={contract} />
        </Fact>
      )}
      <Signer address={signer} />
      <Fact label={sign.network}>
        {network ? <NetworkName network={network} /> : chainId.toString()}
      </Fact>
      <Fact label={sign.nonce}>{nonce.toString()}</Fact>
    </Facts>
  )
}
