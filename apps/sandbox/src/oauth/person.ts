import { createHash } from 'node:crypto'

/** A user with an account at every simulated provider. */
export interface Person {
  name: string
  username: string
  email: string
  /** Digits, as most providers' ids; the same for a name every time, and another at each provider. */
  id: string
}

/** The person that a name typed on the login page stands for. */
export function personOf(provider: string, typed: string): Person {
  const name = typed.trim().slice(0, 60) || 'Ada'
  const username = name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')
  const digest = createHash('sha256').update(`${provider}/${username}`).digest()
  const id = String(digest.readUIntBE(0, 6))
  return { name, username, email: `${username}@example.com`, id }
}
