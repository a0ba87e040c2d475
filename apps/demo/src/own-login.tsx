import { type FormEvent, useMemo, useState } from 'react'
import { keptText } from './kept-text.js'

/** The demo's own login, as an app may have had before it added wallets. */
export interface OwnLogin {
  /** Who is logged in; null when no user is. */
  name: string | null
  logIn(name: string): void
  logOut(): void
  /** What the provider follows: a token for who is logged in. Off until the form is used. */
  customAuth: {
    enabled: boolean
    isLoading: boolean
    getCustomAccessToken: () => Promise<string | undefined>
  }
}

const key = 'own-login'
const ofTab = keptText(() => sessionStorage)

/** Remembers who is logged in for the life of the tab. */
export function useOwnLogin(): OwnLogin {
  const [name, setName] = useState(() => ofTab.get(key))
  const [enabled, setEnabled] = useState(name !== null)
  return useMemo(() => {
    const set = (next: string | null) => {
      if (next === null) ofTab.remove(key)
      else ofTab.set(key, next)
      setEnabled(true)
      setName(next)
    }
    const getCustomAccessToken = async () => (name === null ? undefined : requestToken(name))
    return {
      name,
      logIn: set,
      logOut: () => set(null),
      customAuth: { enabled, isLoading: false, getCustomAccessToken },
    }
  }, [name, enabled])
}

/** The form of the demo's own login. */
export function OwnLoginForm({ ownLogin }: { ownLogin: OwnLogin }) {
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const name = new FormData(event.currentTarget).get('name')
    if (typeof name === 'string' && name !== '') ownLogin.logIn(name)
  }
  return (
    <details>
      <summary>Log in with the demo’s own login</summary>
      <form className="row" onSubmit={submit}>
        <label>
          Name <input name="name" required pattern="[A-Za-z0-9_.@\-]{1,60}" autoComplete="off" />
        </label>
        <button type="submit">Log in to the demo</button>
      </form>
      <p className="help">
        The demo signs a token for the name, and the wallet kit follows its login and logout.
      </p>
    </details>
  )
}

async function requestToken(name: string): Promise<string> {
  const response = await fetch('/own-login/token', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ name }),
  })
  if (!response.ok) throw new Error('The demo’s own login refused the name')
  const { token } = (await response.json()) as { token: string } // the sandbox's answer
  return token
}
