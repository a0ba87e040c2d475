import { useSallyport, useSetWalletPassword, useSetWalletRecovery } from '@sallyport/react'
import { useState } from 'react'

export function Recovery() {
  const { user, login } = useSallyport()
  const [result, setResult] = useState('')
  const callbacks = { onError: (code: string) => setResult(`Not changed: ${code}`) }
  const { setWalletRecovery } = useSetWalletRecovery({
    ...callbacks,
    onSuccess: ({ method }) => setResult(`The wallet comes back by ${method} now.`),
  })
  const { setWalletPassword } = useSetWalletPassword({
    ...callbacks,
    onSuccess: () => setResult('The passcode is set.'),
  })
  if (user === null) {
    return (
      <button type="button" onClick={() => login()}>
        Log in first
      </button>
    )
  }
  // What is refused is told by `onError`.
  const run = (set: () => Promise<unknown>) => () => void set().catch(() => undefined)
  return (
    <>
      <p>Recovery of the wallet: {user.wallet?.recoveryMethod ?? 'none'}</p>
      <button type="button" onClick={run(setWalletRecovery)}>
        Choose a recovery
      </button>
      <button type="button" onClick={run(setWalletPassword)}>
        Set a passcode
      </button>
      <p role="status">{result}</p>
    </>
  )
}
