import { externalWallet } from '@sallyport/core'
import type { ScreenProps } from '../../flow/screens.js'
import { useModal } from '../../modal/modal-context.js'
import { useAccountCopy } from '../../modal/use-account-copy.js'
import { useConnectCopy } from '../../modal/use-connect-copy.js'
import { useTask } from '../../modal/use-task.js'
import { QuietButton } from '../../ui/button.js'
import { Address } from '../../ui/copy-button.js'
import { LegalLine } from '../../ui/legal-line.js'
import { Fact, Facts, ScreenIcon } from '../../ui/parts.js'
import { isolateBidi, Screen } from '../../ui/screen.js'
import { useExternalWallets } from '../../use-external-wallets.js'
import { addWalletStyle } from './style.js'
import { WalletList } from './wallet-list.js'

addWalletStyle()

/** All wallets that can log in. */
export function WalletListScreen({ end }: ScreenProps<'WALLET_LIST_SCREEN'>) {
  const { connect } = useConnectCopy()
  return (
    <Screen title={connect.listTitle} foot={<LegalLine />}>
      <WalletList options={{}} onChoose={(wallet) => end('walletChosen', wallet)} />
    </Screen>
  )
}

/** The wallets that a logged-in user can add to the account. */
export function LinkWallet({ data, end }: ScreenProps<'LINK_WALLET_SCREEN'>) {
  const { link } = useAccountCopy()
  const { connect } = useConnectCopy()
  return (
    <Screen title={link.walletTitle} help={connect.linkHelp} image={<ScreenIcon icon="wallet" />}>
      <WalletList options={data.options} onChoose={(wallet) => end('walletChosen', wallet)} />
    </Screen>
  )
}

/** The wallets that can be connected to the app without a login. */
export function ConnectOnlyLanding({ data, end }: ScreenProps<'CONNECT_ONLY_LANDING_SCREEN'>) {
  const { settings } = useModal()
  const { connect } = useConnectCopy()
  return (
    <Screen
      title={connect.connectTitle}
      help={isolateBidi(connect.connectHelp(settings.appName))}
      image={<ScreenIcon icon="wallet" />}
    >
      <WalletList options={data.options} onChoose={(wallet) => end('walletChosen', wallet)} />
    </Screen>
  )
}

/** The wallets that are connected, and those that can be, for a user who is logged in. */
export function ConnectOnlyAuthenticated({
  data,
  end,
}: ScreenProps<'CONNECT_ONLY_AUTHENTICATED_SCREEN'>) {
  const { settings, kit } = useModal()
  const { connect } = useConnectCopy()
  const { wallets } = useExternalWallets(kit)
  const disconnect = useTask((wallet: externalWallet.ExternalWallet) =>
    externalWallet.externalWalletsOf(kit.client).disconnect(wallet.connector),
  )
  return (
    <Screen
      title={connect.connectTitle}
      help={isolateBidi(connect.connectHelp(settings.appName))}
      image={<ScreenIcon icon="wallet" />}
    >
      {wallets.length > 0 && (
        <Facts>
          {wallets.map((wallet) => (
            <Fact key={wallet.address} label={wallet.connector.name}>
              <span className="held">
                <Address address={wallet.address} />
                <QuietButton onPress={() => disconnect.start(wallet)}>
                  {connect.disconnect}
                </QuietButton>
              </span>
            </Fact>
          ))}
        </Facts>
      )}
      <WalletList options={data.options} onChoose={(wallet) => end('walletChosen', wallet)} />
    </Screen>
  )
}
