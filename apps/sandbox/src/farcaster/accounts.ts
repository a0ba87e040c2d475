import { createHash } from 'node:crypto'
import { type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts'
import { type Person, people, personOf } from '../people/people.js'
import type { Signers } from './signers.js'

/** The key that owns a person's account: the same at every start. */
export function accountOf({ username }: Person): PrivateKeyAccount {
  return privateKeyToAccount(keyOf(username))
}

/** The wallets that a person's profile names: one, which is not the key that owns the account. */
export function profileWalletsOf({ username }: Person): string[] {
  return [privateKeyToAccount(keyOf(`wallet of ${username}`)).address]
}

/** The account of the demo's app, as its owner sets it: it asks users for keys. */
export const demoAppAccount = (() => {
  const { id, username } = personOf('sallyport-demo')
  return `${id}:${keyOf(username)}`
})()

function keyOf(username: string): `0x${string}` {
  const key = createHash('sha256').update(`sallyport sandbox farcaster ${username}`).digest('hex')
  return `0x${key}`
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
  add('sallyport-demo')
  return {
    add,
    ownerOf: (address) => known.get(address.toLowerCase())?.person,
    custodyOf: (fid) => [...known.values()].find(({ person }) => person.id === fid)?.address,
  }
}

/** Answers `eth_call` as a node of OP Mainnet would for the registries; `0x` for anything else. */
export function answerCall(registry: Registry, signers: Signers, data: string): string {
  const [selector, argument = ''] = [data.slice(0, 10), data.slice(10)]
  const word = (hex: string) => hex.replace(/^0x/, '').padStart(64, '0')
  if (selector === '0xd94fe832') {
    const owner = registry.ownerOf(`0x${argument.slice(24, 64)}`)
    return `0x${word((owner?.id ?? 0).toString(16))}`
  }
  if (selector === '0x65269e47') {
    return `0x${word(registry.custodyOf(Number(`0x${argument.slice(0, 64)}`)) ?? '0')}`
  }
  if (selector === '0xac34cc5a') {
    // An id, the place of the bytes, their length, and the key.
    const fid = Number(`0x${argument.slice(0, 64)}`)
    const state = signers.stateOf(fid, `0x${argument.slice(192, 256)}`)
    return `0x${word(String(state))}${word(state === 0 ? '0' : '1')}`
  }
  return '0x'
}
