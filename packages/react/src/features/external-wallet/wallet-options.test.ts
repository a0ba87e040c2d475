import { loginChainTypes } from '@sallyport/contract'
import { describe, expect, test } from 'vitest'
import { fakeConnector, metaMask, phantom, rabby } from '../../test-kit/external-wallets.js'
import { defaultWalletList, type WalletOffer, walletOptions } from './wallet-options.js'

const offer: WalletOffer = {
  connectors: [metaMask, rabby, phantom].map(fakeConnector),
  list: defaultWalletList,
  chains: loginChainTypes,
  remembered: [],
  isMobile: false,
}
const shown = (part: Partial<WalletOffer>) =>
  walletOptions({ ...offer, ...part }).map(({ chosen, note }) => `${chosen.name} ${note}`)

describe('walletOptions', () => {
  test('shows what is installed, then the listed wallets that are not, each once', () => {
    expect(shown({})).toEqual([
      'MetaMask detected',
      'Rabby Wallet detected',
      'Phantom detected',
      'Coinbase Wallet install',
      'Rainbow install',
    ])
  })

  test('the wallet used last comes first', () => {
    expect(shown({ remembered: ['io.metamask', 'solana:Phantom'] })[0]).toBe('Phantom recent')
  })

  test('shows the wallets of the chains that are on only', () => {
    const chains = loginChainTypes.filter((chain) => chain === 'solana')

    expect(shown({ chains })).toEqual([
      'Phantom detected',
      'MetaMask install',
      'Coinbase Wallet install',
    ])
  })

  test('on a phone a listed wallet opens in its app', () => {
    const list = ['phantom', 'rainbow']

    expect(shown({ connectors: [], list, isMobile: true })).toEqual([
      'Phantom open',
      'Rainbow install',
    ])
  })

  test('names the chain of two wallets with the same name', () => {
    const both = [phantom, { ...metaMask, name: 'Phantom', rdns: 'app.phantom' }]
    const options = walletOptions({
      ...offer,
      connectors: both.map(fakeConnector),
      list: ['detected_wallets'],
    })

    expect(options.map(({ chain }) => chain)).toEqual(['solana', 'ethereum'])
  })

  test('error: unknown entries are left out', () => {
    expect(shown({ list: ['no_such_wallet', 'toString'] })).toEqual([])
  })
})
