import { createHash } from 'node:crypto'
import { type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts'
import { type Person, people, personOf } from '../people/people.js'

/** The key that owns a person's account: the same at every start. */
export function accountOf({ username }: Person): PrivateKeyAccount {
  const key = createHash('sha256').update(`sallyport sandbox farcaster ${username}`).digest('hex')
  return privateKeyToAccount(`0x${key}`)
}

/** The registries of Farcaster, for the people that have used it. */
export interface Registry {
  add(username: string): Person
  /** The person whose account an address owns. */
  ownerOf(address: string): Person | undefined
  /** The address that owns an account. */
  custodyOf(fid: number): string | undefined
}

/** Creates a registry with everyone the doubles know. */
export function createRegistry(): Registry {
  const known = new Map<string, { person: Person; address: string }>()
  const add = (username: string) => {
    const person = personOf(username)
    const address = accountOf(person).address.toLowerCase()
    known.set(address, { person, address })
    return person
  }
  for (const { username } of people) add(username)
  return {
    add,
    ownerOf: (address) => known.get(address.toLowerCase())?.person,
    custodyOf: (fid) => [...known.values()].find(({ person }) => person.id === fid)?.address,
  }
}

/** Answers `eth_call` as a node of OP Mainnet would for the registries; `0x` for anything else. */
export function answerCall(registry: Registry, data: string): string {
  const [selector, argument = ''] = [data.slice(0, 10), data.slice(10)]
  const word = (hex: string) => hex.replace(/^0x/, '').padStart(64, '0')
  if (selector === '0xd94fe832') {
    const owner = registry.ownerOf(`0x${argument.slice(24, 64)}`)
    return `0x${word((owner?.id ?? 0).toString(16))}`
  }
  if (selector === '0x65269e47') {
    return `0x${word(registry.custodyOf(Number(`0x${argument.slice(0, 64)}`)) ?? '0')}`
  }
  // No account of the sandbox has further keys.
  if (selector === '0xac34cc5a') return `0x${word('0')}${word('0')}`
  return '0x'
}
