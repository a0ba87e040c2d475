import { describeRights, shorten } from '@sallyport/contract/requests'
import { delegation, user as users, type WalletAccount } from '@sallyport/core'
import { useEffect, useState } from 'react'
import { useModal } from '../../modal/modal-context.js'
import { useSharingCopy } from '../../modal/use-sharing-copy.js'
import { useTask } from '../../modal/use-task.js'
import { Icon } from '../../ui/icons.js'
import { formatAgo } from './describe-device.js'
import { appsIcon } from './device-icons.js'

type Delegation = delegation.Delegation

/** The user's wallets that the app's server may use without asking. */
export function useDelegatedWallets(): readonly WalletAccount[] {
  const { user } = useModal().kit.client.state
  return user === null ? [] : users.walletsOf(user).filter(({ delegated }) => delegated)
}

/** What the app itself may do without asking, with its limits and when it last did, and the button that stops it. */
export function StandingAccess(props: { wallets: readonly WalletAccount[]; onStop: () => void }) {
  const { wallets, onStop } = props
  const { kit, settings } = useModal()
  const { sharing } = useSharingCopy()
  const { appName } = settings
  const [found, setFound] = useState<readonly Delegation[]>([])
  // Where the list can't be read, the wallets and the button are there without it.
  const read = useTask(async () => setFound(await delegation.list(kit.client)))
  // biome-ignore lint/correctness/useExhaustiveDependencies: once
  useEffect(() => read.start(), [])
  return (
    <div className="group">
      <h3>{sharing.standing}</h3>
      <ul className="devices">
        <li className="device">
          <span className="mark">
            <Icon name={appsIcon} />
          </span>
          <span className="name">
            <bdi>{appName}</bdi>
            {found.length === 0 && (
              <>
                <small>
                  <bdi dir="ltr">{wallets.map(({ address }) => shorten(address)).join(', ')}</bdi>
                </small>
                <small>{sharing.standingHelp}</small>
              </>
            )}
          </span>
          <button
            type="button"
            className="quiet"
            aria-label={sharing.stopLabel(appName)}
            onClick={onStop}
          >
            {sharing.stop}
          </button>
        </li>
        {found.map((each) => (
          <DelegatedWallet key={each.address} given={each} />
        ))}
      </ul>
    </div>
  )
}

/** What the app's server may do with one wallet, in the sentences that the user was shown. */
function DelegatedWallet({ given }: { given: Delegation }) {
  const { kit, locale } = useModal()
  const { sharing } = useSharingCopy()
  const { chainType, policy, address, lastUsedAt } = given
  const nowMs = kit.client.environment.clock.nowMs()
  const rights = policy && describeRights({ chainType, policy }, { copy: sharing.rights, locale })
  return (
    <li className="device">
      <span className="name">
        <bdi dir="ltr">{shorten(address)}</bdi>
        <small>
          {lastUsedAt === null
            ? sharing.standingUnused
            : sharing.appLastUsed(formatAgo(lastUsedAt, { nowMs, locale }))}
        </small>
        <small>{rights === null ? sharing.standingHelp : sharing.standingMay}</small>
        {rights?.sentences.map((each) => (
          <small key={each}>{each}</small>
        ))}
        {rights?.recipients.map((each) => (
          <small key={each}>
            <bdi dir="ltr">{shorten(each)}</bdi>
          </small>
        ))}
      </span>
    </li>
  )
}
