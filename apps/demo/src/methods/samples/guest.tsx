import { useGuestAccounts } from '@sallyport/react'
import { useState } from 'react'

export function Guest() {
  const { createGuestAccount } = useGuestAccounts()
  const [problem, setProblem] = useState('')
  return (
    <>
      <button
        type="button"
        onClick={() => createGuestAccount().catch((error: Error) => setProblem(error.message))}
      >
        Continue as guest
      </button>
      <p>Guest wallets exist only in this browser. Clear its data and they are gone.</p>
      {problem && <p role="alert">{problem}</p>}
    </>
  )
}
