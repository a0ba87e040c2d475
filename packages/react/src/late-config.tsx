import { useEffect } from 'react'
import CheckConfig from './check-config.js'
import type { SallyportConfig } from './config.js'
import { useKit } from './context.js'
import FollowCustomAuth from './features/custom-auth/follow-custom-auth.js'
import { CreateBitcoin } from './features/wallet/create-bitcoin.js'

/** What the provider does by its `config` after the first paint. Draws nothing. */
export default function LateConfig({ config }: { config: SallyportConfig }) {
  const { options } = useKit().client
  const { showWalletUIs, noPromptOnSignature } = config.embeddedWallets ?? {}
  useEffect(() => {
    // A switch of the page counts from its next request.
    Object.assign(options, { showWalletUIs, noPromptOnSignature })
  }, [options, showWalletUIs, noPromptOnSignature])
  return (
    <>
      <CheckConfig config={config} />
      {config.customAuth && <FollowCustomAuth customAuth={config.customAuth} />}
      {config.embeddedWallets?.bitcoin && <CreateBitcoin {...config.embeddedWallets.bitcoin} />}
    </>
  )
}
