import { useExportWallet, useSallyport } from '@sallyport/react'
import { useState } from 'react'

export function ExportKey() {
  const { authenticated, login } = useSallyport()
  const { exportWallet } = useExportWallet()
  const [outcome, setOutcome] = useState('')

  // The key, or the backup file with its password, is shown in a page of the wallet's origin: this page sees nothing of it.
  const open = () =>
    exportWallet().then(
      () => setOutcome('The export was closed.'),
      (error: Error) => setOutcome(error.message),
    )
  return (
    <div>
      <button type="button" onClick={authenticated ? open : () => login()}>
        {authenticated ? 'Export or back up the wallet' : 'Log in first'}
      </button>
      <p role="status">{outcome}</p>
    </div>
  )
}
