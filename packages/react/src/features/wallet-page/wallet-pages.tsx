import type { ScreenProps } from '../../flow/screens.js'
import { useWalletPageCopy } from '../../modal/use-wallet-page-copy.js'
import { WalletPage } from '../../modal/wallet-page.js'

/** Shows the key of a wallet, in the wallet's own page. */
export function EmbeddedWalletKeyExport({
  data: { wallet },
  end,
}: ScreenProps<'EMBEDDED_WALLET_KEY_EXPORT_SCREEN'>) {
  const { walletPage } = useWalletPageCopy()
  return (
    <WalletPage
      title={walletPage.exportTitle}
      help={walletPage.exportHelp}
      asked={{ task: 'export', wallet }}
      onClose={() => end('closed', {})}
    />
  )
}

/** Takes a key or phrase of the user's own, in the wallet's own page. */
export function EmbeddedWalletImport({
  data: { chainType },
  end,
}: ScreenProps<'EMBEDDED_WALLET_IMPORT_SCREEN'>) {
  const { walletPage } = useWalletPageCopy()
  return (
    <WalletPage
      title={walletPage.importTitle}
      help={walletPage.importHelp}
      asked={{ task: 'import', chainType }}
      onFinished={async ({ address }) => {
        if (address !== null) end('imported', { address })
      }}
      onClose={() => end('closed', {})}
    />
  )
}

/** Restores a wallet for a test, in the wallet's own page. */
export function EmbeddedWalletRehearsal({
  data: { wallet, storageToken },
  end,
}: ScreenProps<'EMBEDDED_WALLET_RECOVERY_TEST_SCREEN'>) {
  const { walletPage } = useWalletPageCopy()
  return (
    <WalletPage
      title={walletPage.rehearsalTitle}
      help={walletPage.rehearsalHelp}
      asked={{ task: 'rehearsal', wallet, ...(storageToken && { storageToken }) }}
      onClose={() => end('closed', {})}
    />
  )
}
