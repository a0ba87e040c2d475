import { useMemo } from 'react'
import type { Copy } from '../copy/en.js'
import { enWalletPage, type WalletPageCopy } from '../copy/en-wallet-page.js'
import { useModal } from './modal-context.js'

/** The texts around the pages of the wallet's origin: in the modal's language where it has them, else in English. */
export function useWalletPageCopy(): Copy & WalletPageCopy {
  const { copy } = useModal()
  return useMemo(
    () => ({ ...copy, walletPage: { ...enWalletPage.walletPage, ...copy.walletPage } }),
    [copy],
  )
}
