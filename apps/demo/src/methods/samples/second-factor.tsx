import {
  errorIndicatesMfaTimeout,
  useMfaEnrollment,
  useSallyport,
  useSignMessage,
} from '@sallyport/react'
import { useState } from 'react'

export function SecondFactor() {
  const { user, login } = useSallyport()
  const { showMfaEnrollmentModal } = useMfaEnrollment()
  const { signMessage } = useSignMessage()
  const [result, setResult] = useState('')

  const sign = async () => {
    setResult('')
    try {
      // Asks for the factor where one is needed, and goes on.
      const { signature } = await signMessage({ message: 'Book my berth' })
      setResult(`Signed: ${signature.slice(0, 12)}…`)
    } catch (error) {
      setResult(errorIndicatesMfaTimeout(error) ? 'Nothing was confirmed in time.' : 'Not signed.')
    }
  }
  if (user === null) {
    return (
      <button type="button" onClick={() => login()}>
        Log in first
      </button>
    )
  }
  return (
    <>
      <p>Second factors: {user.mfaMethods.join(', ') || 'none'}</p>
      <button type="button" onClick={showMfaEnrollmentModal}>
        Two-step verification
      </button>
      <button type="button" onClick={sign}>
        Sign a message
      </button>
      <p role="status">{result}</p>
    </>
  )
}
