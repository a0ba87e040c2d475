import { recovery as recoveryCalls, type WalletAccount } from '@sallyport/core'
import { useState } from 'react'
import type { ScreenProps } from '../../flow/screens.js'
import { useModal } from '../../modal/modal-context.js'
import { useRecoveryCopy } from '../../modal/use-recovery-copy.js'
import { PasscodeForm } from './passcode-form.js'
import { Saved } from './saved.js'

/** Sets a recovery passcode, typed twice, in place of the recovery the wallet has. */
export function PasswordUpdate({
  data,
  end,
}: ScreenProps<'EMBEDDED_WALLET_PASSWORD_UPDATE_SCREEN'>) {
  const { kit } = useModal()
  const { recovery } = useRecoveryCopy()
  const [changed, setChanged] = useState<WalletAccount | null>(null)
  if (changed !== null) {
    return <Saved title={recovery.saved} onSeen={() => end('changed', { wallet: changed })} />
  }
  const { address } = data.wallet
  return (
    <PasscodeForm
      action={recovery.save}
      save={async (passcode) =>
        setChanged(await recoveryCalls.setPasscode(kit.client, { address, passcode }))
      }
    />
  )
}
