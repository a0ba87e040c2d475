import { shorten } from '@sallyport/contract/requests'
import { user as users, type WalletAccount } from '@sallyport/core'
import { useModal } from '../../modal/modal-context.js'
import { useSharingCopy } from '../../modal/use-sharing-copy.js'
import { Icon } from '../../ui/icons.js'
import { appsIcon } from './device-icons.js'

/** The user's wallets that the app's server may use without asking. */
export function useDelegatedWallets(): readonly WalletAccount[] {
  const { user } = useModal().kit.client.state
  return user === null ? [] : users.walletsOf(user).filter(({ delegated }) => delegated)
}

/** What the app itself may do without asking, and the button that stops it. */
export function StandingAccess(props: { wallets: readonly WalletAccount[]; onStop: () => void }) {
  const { wallets, onStop } = props
  const { settings } = useModal()
  const { sharing } = useSharingCopy()
  const { appName } = settings
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
            <small>
              <bdi dir="ltr">{wallets.map(({ address }) => shorten(address)).join(', ')}</bdi>
            </small>
            <small>{sharing.standingHelp}</small>
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
      </ul>
    </div>
  )
}
