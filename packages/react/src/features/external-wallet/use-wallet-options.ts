import { type LoginChain, loginChainTypes } from '@sallyport/contract'
import { externalWallet } from '@sallyport/core'
import type { LinkOptions } from '../../flow/screens.js'
import { useModal } from '../../modal/modal-context.js'
import { useExternalWallets } from '../../use-external-wallets.js'
import { defaultWalletList, type WalletOption, walletOptions } from './wallet-options.js'

/** The wallets that a screen offers: by its own options, else as the app is set up. */
export function useWalletOptions(options: LinkOptions = {}): WalletOption[] {
  const { kit, settings } = useModal()
  const { connectors } = useExternalWallets(kit)
  const { walletList = defaultWalletList, chains } = settings.wallets
  return walletOptions({
    connectors,
    list: options.walletList ?? walletList,
    chains: chainsOf(options.walletChainType) ?? chains,
    remembered: externalWallet
      .rememberedConnections(kit.client.environment.storage)
      .map((each) => each.id),
    isMobile: isMobile(),
  })
}

const choices = {
  'ethereum-only': loginChainTypes.filter((chain) => chain === 'ethereum'),
  'solana-only': loginChainTypes.filter((chain) => chain === 'solana'),
  'ethereum-and-solana': loginChainTypes,
} satisfies Record<NonNullable<LinkOptions['walletChainType']>, readonly LoginChain[]>

function chainsOf(choice: LinkOptions['walletChainType']): readonly LoginChain[] | undefined {
  return choice && choices[choice]
}

/** Whether the page is on a phone or tablet, where wallets are apps and not extensions. */
function isMobile(): boolean {
  return /Android|iPhone|iPad|iPod/i.test(globalThis.navigator?.userAgent ?? '')
}
