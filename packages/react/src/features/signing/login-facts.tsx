import { type LoginMessage, networkOf } from '@sallyport/contract/requests'
import { useModal } from '../../modal/modal-context.js'
import { useRequestCopy } from '../../modal/use-request-copy.js'
import { NetworkName } from '../../ui/network-name.js'
import { Fact, Facts } from '../../ui/parts.js'
import { Signer } from './signer.js'

/** The parts of a login message (EIP-4361) that a user can check. */
export function LoginFacts({ login, signer }: { login: LoginMessage; signer: string }) {
  const copy = useRequestCopy()
  const { locale } = useModal()
  const words = copy.sign
  const chainId = login.chainId !== null && /^\d{1,20}$/.test(login.chainId) ? login.chainId : null
  const network = chainId === null ? null : networkOf(BigInt(chainId))
  const expires = login.expiresAt === null ? Number.NaN : Date.parse(login.expiresAt)
  return (
    <>
      {login.statement && (
        <p className="says" dir="auto">
          {login.statement}
        </p>
      )}
      <Facts>
        <Fact label={words.site}>
          <bdi dir="ltr">{login.domain}</bdi>
        </Fact>
        <Signer address={signer} />
        {network && (
          <Fact label={words.network}>
            <NetworkName network={network} />
          </Fact>
        )}
        {!Number.isNaN(expires) && (
          <Fact label={words.expires}>
            {new Intl.DateTimeFormat(locale, {
              numberingSystem: 'latn',
              dateStyle: 'medium',
              timeStyle: 'short',
            }).format(expires)}
          </Fact>
        )}
      </Facts>
    </>
  )
}
