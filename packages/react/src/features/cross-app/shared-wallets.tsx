import { useId } from 'react'
import { useSharingCopy } from '../../modal/use-sharing-copy.js'
import { FullAddress } from '../../ui/full-address.js'
import { ShortAddress } from '../../ui/short-address.js'

/** The wallets that the asking side would know. Of several, where it asks for one, the user chooses. */
export function SharedWallets(props: {
  wallets: readonly string[]
  isOne: boolean
  chosen: string | null
  onChoose: (address: string) => void
  disabled: boolean
}) {
  const { wallets, isOne, chosen, onChoose, disabled } = props
  const { sharing } = useSharingCopy()
  const name = useId()
  const [first] = wallets
  if (first === undefined) return isOne ? <p className="note">{sharing.makesWallet}</p> : null
  if (!isOne || wallets.length === 1) {
    return (
      <div className="shared">
        <h3>{wallets.length === 1 ? sharing.wallet : sharing.wallets}</h3>
        {wallets.map((address) => (
          <FullAddress key={address} address={address} />
        ))}
      </div>
    )
  }
  return (
    <fieldset className="shared" disabled={disabled}>
      <legend>{sharing.chooseWallet}</legend>
      {wallets.map((address) => (
        <label key={address}>
          <input
            type="radio"
            name={name}
            checked={address === chosen}
            onChange={() => onChoose(address)}
          />
          <ShortAddress address={address} />
        </label>
      ))}
    </fieldset>
  )
}
