import type { ScreenProps } from '../../flow/screens.js'
import { useModal } from '../../modal/modal-context.js'
import { useConnectCopy } from '../../modal/use-connect-copy.js'
import { AppMark } from '../../ui/app-mark.js'
import { Button } from '../../ui/button.js'
import { LegalLine } from '../../ui/legal-line.js'
import { Screen } from '../../ui/screen.js'
import { addWalletStyle } from './style.js'
import { WalletList } from './wallet-list.js'

addWalletStyle()

/** Two ways to a wallet: connect one the user has, or log in to get one. */
export function ConnectOrCreate({ end }: ScreenProps<'CONNECT_OR_CREATE'>) {
  const { settings } = useModal()
  const { connect, landing } = useConnectCopy()
  const createBy = settings.loginMethods.filter((method) => method !== 'wallet')
  return (
    <Screen
      title={connect.orCreateTitle}
      help={connect.haveWallet}
      image={<AppMark />}
      foot={<LegalLine />}
    >
      <WalletList options={{}} onChoose={(wallet) => end('walletChosen', wallet)} />
      {createBy.length > 0 && (
        <>
          <div className="or">{landing.or}</div>
          <p className="help centre">{connect.newWallet}</p>
          <Button kind="secondary" onPress={() => end('createAsked', { createBy })}>
            {connect.create}
          </Button>
        </>
      )}
    </Screen>
  )
}
