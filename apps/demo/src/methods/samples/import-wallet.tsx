import { useImportWallet, useSallyport } from '@sallyport/react'
import { useState } from 'react'

export function ImportWallet() {
  const { authenticated, login } = useSallyport()
  const { importWallet } = useImportWallet()
  const [outcome, setOutcome] = useState('')

  // The user types the key into a page of the wallet's origin.
  const open = () =>
    importWallet().then(
      ({ address }) => setOutcome(`Added ${address}`),
      (error: Error) => setOutcome(error.message),
    )
  return (
    <div>
      <button type="button" onClick={authenticated ? open : () => login()}>
        {authenticated ? 'Import an Ethereum wallet' : 'Log in first'}
      </button>
      <p role="status">{outcome}</p>
    </div>
  )
}
