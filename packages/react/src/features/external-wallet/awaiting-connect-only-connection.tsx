import type { externalWallet } from '@sallyport/core'
import { useState } from 'react'
import type { ScreenProps } from '../../flow/screens.js'
import { useModal } from '../../modal/modal-context.js'
import { runAfter } from '../../modal/run-after.js'
import { useConnectCopy } from '../../modal/use-connect-copy.js'
import { Address } from '../../ui/copy-button.js'
import { ScreenIcon } from '../../ui/parts.js'
import { Screen } from '../../ui/screen.js'
import { Connecting } from './connecting.js'
import { addWalletStyle } from './style.js'

addWalletStyle()

/** A success is shown this long. */
const shownMs = 1400

/** Connects the chosen wallet without a signature. */
export function AwaitingConnectOnlyConnection(
  props: ScreenProps<'AWAITING_CONNECT_ONLY_CONNECTION'>,
) {
  const { data, end } = props
  const { kit, announce } = useModal()
  const { connect } = useConnectCopy()
  const [address, setAddress] = useState<string | null>(null)
  const finish = async (wallet: externalWallet.ExternalWallet) => {
    setAddress(wallet.address)
    announce(connect.connectedTitle)
    runAfter(kit.client, shownMs, () => end('connected', { address: wallet.address }))
  }
  if (address !== null)
    return (
      <Screen title={connect.connectedTitle} image={<ScreenIcon icon="check" tone="success" />}>
        <div className="centre">
          <Address address={address} />
        </div>
      </Screen>
    )
  return (
    <Connecting
      wallet={data.wallet}
      expected={data.expected}
      needsNetwork={false}
      signs={false}
      finish={finish}
      onOther={() => end('otherWallet', {})}
    />
  )
}
