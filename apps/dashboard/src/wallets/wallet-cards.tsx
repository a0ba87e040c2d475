import { CopyButton } from '../ui/copy-button.js'
import { ether, type LaboratoryState } from './state.js'

/** The wallets with what they have, and who decides about each. */
export function WalletCards({ state: { wallets, policy, quorum } }: { state: LaboratoryState }) {
  const deciders = [
    `Policy “${policy.name}”, signed by the back end`,
    `${quorum.needed} of ${quorum.members} members of “${quorum.name}”`,
  ]
  return (
    <section className="card" aria-labelledby="wallets">
      <h2 id="wallets">Wallets</h2>
      <ul className="wallet-list">
        {wallets.map(({ id, name, address, balanceWei }, at) => (
          <li key={id}>
            <div>
              <strong>{name}</strong>
              <small>{deciders[at]}</small>
            </div>
            <span className="amount">{ether(balanceWei)}</span>
            <span className="address">
              <code title={address}>
                {address.slice(0, 6)}…{address.slice(-4)}
              </code>
              <CopyButton text={address} label="Copy address" />
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
