import { ether, type LaboratoryState } from './state.js'

/** The policy of the payouts, with its rules and what is left of its limit. */
export function LimitBar({ state: { policy, limit } }: { state: LaboratoryState }) {
  const left = limit.leftWei ?? limit.mostWei
  // In parts of a thousand: the numbers are larger than a number of JavaScript.
  const share = Number((BigInt(left) * 1_000n) / BigInt(limit.mostWei)) / 10
  return (
    <section className="card" aria-labelledby="policy">
      <h2 id="policy">Policy “{policy.name}”</h2>
      <ul className="rule-list">
        {policy.rules.map(({ id, name, method, action }) => (
          <li key={id}>
            <span className={`tag ${action.toLowerCase()}`}>
              {action === 'ALLOW' ? 'Allow' : 'Deny'}
            </span>
            <span>{name}</span>
            <code>{method}</code>
          </li>
        ))}
      </ul>
      <div className="limit">
        <div className="limit-words">
          <span>Payouts of 24 hours</span>
          <span>
            <strong>{ether(left)}</strong> of {ether(limit.mostWei)} left
          </span>
        </div>
        <meter min={0} max={100} value={share} aria-label="Left of the limit of 24 hours">
          {share}%
        </meter>
      </div>
    </section>
  )
}
