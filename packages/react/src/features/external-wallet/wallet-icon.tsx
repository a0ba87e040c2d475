import type { ChosenWallet } from '../../flow/screens.js'
import { useModal } from '../../modal/modal-context.js'
import { useConnectCopy } from '../../modal/use-connect-copy.js'
import { Icon } from '../../ui/icons.js'
import { useExternalWallets } from '../../use-external-wallets.js'
import { WalletMark } from './wallet-row.js'

/** The large icon of a wallet above a title; `busy` animates a ring around it. */
export function WalletIcon({ wallet, busy = false }: { wallet: ChosenWallet; busy?: boolean }) {
  const { connectors } = useExternalWallets(useModal().kit)
  const found = connectors.find((each) => each.id === wallet.id)
  return (
    <div className="wallet-icon">
      <WalletMark name={wallet.name} icon={found?.icon ?? null} size="large" />
      {busy && (
        <svg className="ring" viewBox="0 0 74 74" aria-hidden="true">
          <rect x="1" y="1" width="72" height="72" rx="24" pathLength="100" />
        </svg>
      )}
    </div>
  )
}

/** The two steps of a login by wallet, and which one is on. */
export function WalletSteps({ signing }: { signing: boolean }) {
  const { connect } = useConnectCopy()
  return (
    <ol className="wallet-steps">
      <li className={signing ? 'done' : 'now'} aria-current={signing ? undefined : 'step'}>
        {signing ? <Icon name="check" size="small" /> : <span aria-hidden="true">1</span>}
        {connect.stepConnect}
        {signing && <span className="spoken">, {connect.stepDone}</span>}
      </li>
      <li className={signing ? 'now' : ''} aria-current={signing ? 'step' : undefined}>
        <span aria-hidden="true">2</span>
        {connect.stepSign}
      </li>
    </ol>
  )
}
