import { headers } from 'next/headers'
import { LoginButton } from './login-button'
import { sallyport } from './sallyport'

export default async function Page() {
  const caller = await sallyport.authenticateIfPossible({ headers: await headers() })
  return (
    <main>
      <h1 id="greeting">{caller ? `Logged in as ${caller.user_id}` : 'Logged out'}</h1>
      <LoginButton />
    </main>
  )
}
