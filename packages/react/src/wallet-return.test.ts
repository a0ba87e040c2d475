import { expect, test } from 'vitest'
import { readWalletReturn } from './wallet-return.js'

const page = 'https://app.example/play?level=3'

test('a page that a wallet’s app opened goes on with that wallet', () => {
  const href = `${page}&privy_connector=solana_adapter&privy_wallet_client=phantom&privy_connect_only=true`

  expect(readWalletReturn(href)).toEqual({
    found: {
      ...{ wallet: { how: 'connect', id: 'phantom', name: 'Phantom' }, connectOnly: true },
      token: null,
    },
    rest: page,
  })
})

test('takes the token of the user’s session out of the address', () => {
  const href = `${page}&privy_wallet_client=phantom&privy_token=once`

  expect(readWalletReturn(href)).toMatchObject({ found: { token: 'once' }, rest: page })
})

test('error: a wallet that is not in the list is ignored, and its parameters are removed', () => {
  for (const client of ['no_such_wallet', 'toString', '__proto__'])
    expect(readWalletReturn(`${page}&privy_wallet_client=${client}`)).toEqual({
      found: null,
      rest: page,
    })
})
