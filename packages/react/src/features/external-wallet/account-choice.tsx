import { shorten } from '@sallyport/contract/requests'
import type { externalWallet } from '@sallyport/core'
import type { ChosenWallet } from '../../flow/screens.js'
import { useConnectCopy } from '../../modal/use-connect-copy.js'
import { Button, QuietButton } from '../../ui/button.js'
import { isolateBidi, Screen } from '../../ui/screen.js'
import { ShortAddress } from '../../ui/short-address.js'
import { WalletIcon } from './wallet-icon.js'

/** Asks which of the accounts that a wallet shares is meant. */
export function AccountChoice(props: {
  wallet: ChosenWallet
  accounts: readonly externalWallet.ExternalWallet[]
  onChoose: (address: string) => void
}) {
  const { wallet, accounts, onChoose } = props
  const { connect } = useConnectCopy()
  return (
    <Screen
      title={connect.accountsTitle}
      help={isolateBidi(connect.accountsHelp(wallet.name))}
      image={<WalletIcon wallet={wallet} />}
    >
      <div className="rows">
        {accounts.map(({ address }) => (
          <button key={address} type="button" className="row" onClick={() => onChoose(address)}>
            <ShortAddress address={address} />
          </button>
        ))}
      </div>
    </Screen>
  )
}

/** The wallet shares another account than the app asks for. */
export function OtherAddress(props: {
  wallet: ChosenWallet
  address: string
  expected: string
  onRetry: () => void
  onUse: () => void
}) {
  const { wallet, address, expected, onRetry, onUse } = props
  const { connect, shell } = useConnectCopy()
  return (
    <Screen
      title={connect.otherAddressTitle}
      help={isolateBidi(connect.otherAddress(shorten(expected)))}
      image={<WalletIcon wallet={wallet} />}
    >
      <div className="centre">
        <ShortAddress address={address} />
      </div>
      <Button onPress={onRetry}>{shell.retry}</Button>
      <div className="centre">
        <QuietButton onPress={onUse}>{connect.useAnyway}</QuietButton>
      </div>
    </Screen>
  )
}
