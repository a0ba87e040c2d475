import CheckConfig from './check-config.js'
import type { SallyportConfig } from './config.js'
import FollowCustomAuth from './features/custom-auth/follow-custom-auth.js'
import { CreateBitcoin } from './features/wallet/create-bitcoin.js'

/** What the provider does by its `config` after the first paint. Draws nothing. */
export default function LateConfig({ config }: { config: SallyportConfig }) {
  return (
    <>
      <CheckConfig config={config} />
      {config.customAuth && <FollowCustomAuth customAuth={config.customAuth} />}
      {config.embeddedWallets?.bitcoin && <CreateBitcoin {...config.embeddedWallets.bitcoin} />}
    </>
  )
}
