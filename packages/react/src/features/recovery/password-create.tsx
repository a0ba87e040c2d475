import { wallet } from '@sallyport/core'
import type { ScreenProps } from '../../flow/screens.js'
import { useModal } from '../../modal/modal-context.js'
import { useRecoveryCopy } from '../../modal/use-recovery-copy.js'
import { LaterButton } from './later-button.js'
import { PasscodeForm } from './passcode-form.js'

/** Chooses the recovery passcode of a wallet, and creates the wallet with it. */
export function PasswordCreate({
  data,
  end,
}: ScreenProps<'EMBEDDED_WALLET_PASSWORD_CREATE_SCREEN'>) {
  const { kit } = useModal()
  const { recovery } = useRecoveryCopy()
  const { chains: chainTypes, login } = data.creates
  return (
    <PasscodeForm
      help={recovery.createHelp}
      action={recovery.create}
      save={async (passcode) => {
        const chosen = { method: 'user-passcode', passcode } as const
        const input = { chainTypes, recovery: chosen }
        end('created', { wallets: await wallet.createWallets(kit.client, input) })
      }}
    >
      {login && <LaterButton onPress={() => end('later', {})} />}
    </PasscodeForm>
  )
}
