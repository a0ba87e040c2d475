import { type LoginChain, walletReturn } from '@sallyport/contract'
import { externalWallet, fork } from '@sallyport/core'
import type { ScreenProps } from '../../flow/screens.js'
import type { Kit } from '../../kit.js'
import { useModal } from '../../modal/modal-context.js'
import { useConnectCopy } from '../../modal/use-connect-copy.js'
import { Button } from '../../ui/button.js'
import { isolateBidi, Screen } from '../../ui/screen.js'
import { addWalletStyle } from './style.js'
import { WalletIcon } from './wallet-icon.js'

addWalletStyle()

/** How to get a wallet that is not in this browser: Phantom, or another of the list. */
export function InstallWallet({ data, end }: ScreenProps<'INSTALL_PHANTOM_SCREEN'>) {
  const { connect, shell } = useConnectCopy()
  const { wallet } = data
  const reload = () => {
    end('reloaded', {})
    location.reload()
  }
  return (
    <Screen
      title={isolateBidi(connect.installTitle(wallet.name))}
      image={<WalletIcon wallet={wallet} />}
    >
      <ol className="install-steps">
        <li>{isolateBidi(connect.installStep(wallet.name))}</li>
        <li>{connect.createStep}</li>
        <li>{connect.returnStep}</li>
      </ol>
      <a
        className="button primary"
        href={known(wallet.id)?.installUrl ?? undefined}
        target="_blank"
        rel="noreferrer"
      >
        {isolateBidi(connect.getWallet(wallet.name))}
        <span className="spoken">, {shell.opensNewTab}</span>
      </a>
      <Button kind="secondary" onPress={reload}>
        {connect.installed}
      </Button>
    </Screen>
  )
}

/** Leads a phone into the browser of the wallet's app, where the wallet is on the page. */
export function WalletInterstitial({ data, end }: ScreenProps<'PHANTOM_INTERSTITIAL_SCREEN'>) {
  const { kit, settings } = useModal()
  const { connect } = useConnectCopy()
  const { wallet, connectOnly } = data
  const hrefOf = (target: string) => known(wallet.id)?.browse?.(target, location.origin)
  const [chain] = settings.wallets.chains
  const connector = chain === undefined ? 'injected' : connectors[chain]
  const url = returnUrl(location.href, { connector, client: wallet.id, connectOnly })
  return (
    <Screen
      title={isolateBidi(connect.interstitialTitle(wallet.name))}
      help={isolateBidi(connect.interstitialHelp(wallet.name))}
      image={<WalletIcon wallet={wallet} />}
    >
      <a
        className="button primary"
        href={hrefOf(url)}
        onClick={(event) => {
          if (kit.client.state.user === null) return
          event.preventDefault()
          void takeSessionAlong(kit, url).then((target) =>
            location.assign(hrefOf(target) ?? target),
          )
        }}
      >
        {isolateBidi(connect.continueIn(wallet.name))}
      </a>
      <Button kind="secondary" onPress={() => end('missing', wallet)}>
        {isolateBidi(connect.noApp(wallet.name))}
      </Button>
    </Screen>
  )
}

/** The page's address with a token for the session of the user, who is logged out in the browser of the wallet's app. */
async function takeSessionAlong({ client }: Kit, href: string): Promise<string> {
  const url = new URL(href)
  try {
    url.searchParams.set(walletReturn.token, await fork.start(client))
  } catch {
    // Without it the user logs in there.
  }
  return url.href
}

/** How the app's browser puts the wallet of a chain on the page. */
const connectors = {
  ethereum: 'injected',
  solana: 'solana_adapter',
} as const satisfies Record<LoginChain, externalWallet.ConnectorType>

/** This page's address with what makes it open the wallet again (wire reference §6.4). */
function returnUrl(
  href: string,
  { connector, client, connectOnly }: { connector: string; client: string; connectOnly: boolean },
): string {
  const url = new URL(href)
  url.searchParams.set(walletReturn.connector, connector)
  url.searchParams.set(walletReturn.client, client)
  if (connectOnly) url.searchParams.set(walletReturn.connectOnly, 'true')
  return url.href
}

function known(id: string): externalWallet.KnownWallet | undefined {
  // Ids of wallets that are not on the page are names of the list.
  return externalWallet.knownWallets[id as externalWallet.KnownWalletName]
}
