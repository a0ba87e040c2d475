import { type LoginChain, loginChainTypes } from '@sallyport/contract'
import { useEffect, useLayoutEffect, useRef } from 'react'
import type { ScreenProps } from '../../flow/screens.js'
import { useModal } from '../../modal/modal-context.js'
import { runAfter } from '../../modal/run-after.js'
import { Fact, Facts, ScreenIcon } from '../../ui/parts.js'
import { Screen } from '../../ui/screen.js'
import { ShortAddress } from '../../ui/short-address.js'

/** How long success is shown (react-api §11). */
const shownMs = 1400

/**
 * Shows the new addresses for a moment, then ends. It has no buttons, which could not be pressed in that time: users copy an
 * address in the app, where it stays.
 */
export function EmbeddedWalletCreated(props: ScreenProps<'EMBEDDED_WALLET_CREATED_SCREEN'>) {
  const { data, end } = props
  const { kit, copy, announce, guardClose } = useModal()
  // Besides the focus on the heading, which not every screen reader reads.
  useEffect(() => announce(copy.wallet.createdTitle), [announce, copy])
  const leave = useRef(() => {})
  leave.current = () => end('seen', { login: data.login })
  useLayoutEffect(() => guardClose(() => leave.current()), [guardClose])
  useEffect(() => runAfter(kit.client, shownMs, () => leave.current()), [kit])
  return (
    <Screen
      title={copy.wallet.createdTitle}
      help={data.login.user.isGuest ? copy.wallet.createdGuestHelp : copy.wallet.createdHelp}
      image={<ScreenIcon icon="check" tone="success" />}
    >
      <Facts>
        {data.wallets.map((wallet) => (
          <Fact key={wallet.address} label={nameOf(wallet.chainType, copy.wallet)}>
            <ShortAddress address={wallet.address} />
          </Fact>
        ))}
      </Facts>
    </Screen>
  )
}

/** Wallets that a login makes are of these chains. */
function nameOf(chainType: string, names: Record<LoginChain, string>): string {
  const chain = loginChainTypes.find((each) => each === chainType)
  return chain ? names[chain] : ''
}
