import { getUserId } from './get-user-id'
import { LoginButton } from './login-button'

export default async function Page() {
  const user = await getUserId()
  return (
    <main>
      <h1 id="greeting">{user ? `Logged in as ${user}` : 'Logged out'}</h1>
      <LoginButton />
    </main>
  )
}
