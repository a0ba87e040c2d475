/** A person that the doubles of Telegram and Farcaster know. */
export interface Person {
  name: string
  username: string
  /** Of the account at the provider. */
  id: number
}

/** Everyone the doubles know. A test that needs a new user takes another number: any name works (`personOf`). */
export const people: readonly Person[] = [
  { name: 'Ada Lovelace', username: 'ada', id: 1001 },
  { name: 'Grace Hopper', username: 'grace', id: 1002 },
  { name: 'Alan Turing', username: 'alan', id: 1003 },
]

/** The person with a username; someone new for a name that no one has. */
export function personOf(username: string): Person {
  const known = people.find((each) => each.username === username)
  if (known !== undefined) return known
  const id = [...username].reduce(
    (sum, each) => (sum * 31 + (each.codePointAt(0) ?? 0)) % 900_000,
    7,
  )
  return { name: username, username, id: 100_000 + id }
}
