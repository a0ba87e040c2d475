import { useConnectCopy } from '../../modal/use-connect-copy.js'
import { isolateBidi } from '../../ui/screen.js'
import { useWalletMark } from './use-wallet-mark.js'
import type { WalletOption } from './wallet-options.js'

/** A wallet in a list: its icon, its name, and whether it is installed. */
export function WalletRow(props: {
  option: WalletOption
  onPress: () => void
  disabled?: boolean
}) {
  const { option, onPress, disabled = false } = props
  const { connect, wallet } = useConnectCopy()
  const { chosen, icon, note, chain } = option
  const words = [chain && wallet[chain], note && connect[note]].filter(Boolean).join(' · ')
  return (
    <button type="button" className="row" disabled={disabled} onClick={onPress}>
      <WalletMark name={chosen.name} icon={icon} />
      <span className="name">{isolateBidi(chosen.name)}</span>
      {words && <span className="note">{words}</span>}
    </button>
  )
}

/** A wallet's mark, or the first letter of its name. Marks are images of other software: shown, never run. */
export function WalletMark(props: { name: string; icon: string | null; size?: 'large' }) {
  const { name, size } = props
  const icon = useWalletMark(props)
  const [letter = ''] = name
  return (
    <span className={`wallet-mark ${size ?? ''}`} aria-hidden="true">
      {icon === null ? <span>{letter.toUpperCase()}</span> : <img src={icon} alt="" />}
    </span>
  )
}
