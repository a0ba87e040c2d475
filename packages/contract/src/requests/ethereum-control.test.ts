import { expect, test } from 'vitest'
import { readCall } from './ethereum-call.js'

const contract = `0x${'c0'.repeat(20)}`
const party = `0x${'ab'.repeat(20)}`
const other = `0x${'cd'.repeat(20)}`
const word = (address: string) => address.slice(2).padStart(64, '0')

test.each([
  ['transferOwnership', `0xf2fde38b${word(party)}`, 'ownership'],
  ['setOwner', `0x13af4035${word(party)}`, 'ownership'],
  ['changeAdmin', `0x8f283970${word(party)}`, 'ownership'],
  ['addOwnerWithThreshold', `0x0d582f13${word(party)}${word('0x1')}`, 'ownership'],
  ['swapOwner', `0xe318b52b${word('0x1')}${word(other)}${word(party)}`, 'ownership'],
  ['grantRole', `0x2f2ff15d${'0'.repeat(64)}${word(party)}`, 'role'],
  ['upgradeTo', `0x3659cfe6${word(party)}`, 'code'],
  ['upgradeToAndCall', `0x4f1ef286${word(party)}${word('0x40')}${word('0x0')}`, 'code'],
  ['enableModule', `0x610b5925${word(party)}`, 'module'],
  ['setGuard', `0xe19a9dd9${word(party)}`, 'module'],
  ['setFallbackHandler', `0xf08a0323${word(party)}`, 'module'],
  [
    'transferOwnership with other bytes before the address',
    `0xf2fde38bff${word(party).slice(2)}`,
    'ownership',
  ],
  ['transferOwnership with more bytes behind it', `0xf2fde38b${word(party)}00`, 'ownership'],
])('T-36: %s says who gets control of what', (_, data, control) => {
  const checksum = (address: string) => address

  expect(readCall({ checksum }, { to: contract, data })).toEqual({
    ...{ kind: 'control', control, contract, party },
  })
})

test('T-36: a call that names no account is a contract call', () => {
  const checksum = (address: string) => address
  const call = readCall({ checksum }, { to: contract, data: '0xf2fde38b' })

  expect(call).toEqual({ kind: 'call', to: contract, selector: '0xf2fde38b' })
})
