import type { ScreenProps } from '../../flow/screens.js'
import { useModal } from '../../modal/modal-context.js'
import { useAccountCopy } from '../../modal/use-account-copy.js'
import { Failure } from '../../ui/failure.js'

/** Stands in for linking a wallet until this version has a method for it. */
export function LinkWallet({ end }: ScreenProps<'LINK_WALLET_SCREEN'>) {
  const { copy } = useModal()
  const { link } = useAccountCopy()
  return (
    <Failure
      icon="wallet"
      title={link.walletTitle}
      help={link.notHere}
      action={copy.shell.close}
      onAction={() => end('failed', { code: 'not_supported' })}
    />
  )
}
