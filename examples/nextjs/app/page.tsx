import { Door } from './door'
import { signedInUser } from './signed-in-user'

export default async function Page() {
  const user = await signedInUser()
  return (
    <main>
      <h1 id="greeting">{user ? `Signed in as ${user}` : 'Signed out'}</h1>
      <Door />
    </main>
  )
}
