import { groupsOfFour } from '@sallyport/contract/requests'
import { useModal } from '../modal/modal-context.js'
import { Icon } from './icons.js'
import { Identicon } from './identicon.js'
import { useCopy } from './use-copy.js'

/**
 * A full address in groups of four, which can be compared one by one. Addresses that share a few characters at both ends are cheap to
 * generate, so the recipient, spender or contract of a request is never shortened, and no part of it stands out. A press copies it.
 */
export function FullAddress({ address }: { address: string }) {
  const { copyAddress } = useModal().copy.shell
  const { copied, copy } = useCopy(address)
  const groups = groupsOfFour(address)
  return (
    <span className="address full">
      <button type="button" title={address} aria-label={copyAddress(address)} onClick={copy}>
        <Identicon address={address} />
        <bdi className={`mono groups ${groups.length <= 10 ? 'five' : 'six'}`}>
          {groups.map((group, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: groups have no other identity, and never move
            <span key={index}>{group}</span>
          ))}
        </bdi>
        <Icon name={copied ? 'check' : 'copy'} size="small" />
      </button>
    </span>
  )
}
