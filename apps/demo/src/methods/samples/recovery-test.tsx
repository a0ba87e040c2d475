import { useExportWallet, useSallyport } from '@sallyport/react'
import { useState } from 'react'

export function RecoveryTest() {
  const { authenticated, login } = useSallyport()
  const { testWalletRecovery } = useExportWallet()
  const [outcome, setOutcome] = useState('')

  const open = () =>
    testWalletRecovery().then(
      () => setOutcome('The test was closed.'),
      (error: Error) => setOutcome(error.message),
    )
  return (
    <div>
      <button type="button" onClick={authenticated ? open : () => login()}>
        {authenticated ? 'Test the recovery of the wallet' : 'Log in first'}
      </button>
      <p role="status">{outcome}</p>
    </div>
  )
}
