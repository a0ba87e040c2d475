import type { EntryProps } from '../../flow/login-method.js'
import { useModal } from '../../modal/modal-context.js'
import { useConnectCopy } from '../../modal/use-connect-copy.js'
import { useLastLogin } from '../../modal/use-last-login.js'
import { Row } from '../../ui/row.js'
import { addWalletStyle } from './style.js'
import { useWalletOptions } from './use-wallet-options.js'
import { WalletRow } from './wallet-row.js'

addWalletStyle()

/** Wallets that the first screen shows itself; the others are one press away. */
const shownAtFirst = 2

/** The rows of the first screen that log in with a wallet: those that the app names or that are installed, then the way to all. */
export default function WalletEntry({ end, wasLast, blocked }: EntryProps) {
  const { copy, settings } = useModal()
  const { connect } = useConnectCopy()
  const options = useWalletOptions()
  const { firstScreen } = settings.wallets
  const named = useWalletOptions({ walletList: firstScreen ?? [] })
  const installed = options.filter((each) => each.chosen.how === 'connect' && each.note !== null)
  const shown = firstScreen ? named : installed.slice(0, shownAtFirst)
  const last = useLastLogin(wasLast && shown.length === 0)
  if (options.length === 0) return null
  return (
    <>
      {shown.map((option) => (
        <WalletRow
          key={option.chosen.id}
          option={option}
          disabled={blocked}
          onPress={() => end('walletChosen', option.chosen)}
        />
      ))}
      {options.length > shown.length && (
        <Row
          icon="wallet"
          name={shown.length === 0 ? copy.landing.wallet : connect.otherWallets}
          {...last}
          disabled={blocked}
          onPress={() => end('walletsAsked', {})}
        />
      )}
    </>
  )
}
