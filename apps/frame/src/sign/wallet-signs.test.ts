import { expect, test } from 'vitest'
import { createWalletSigns, readWord } from './wallet-signs.js'

function storage() {
  const kept = new Map<string, string>()
  return {
    kept,
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, value: string) => void kept.set(name, value),
  }
}

test('keeps a sign for each user of an app', () => {
  const store = storage()
  const signs = createWalletSigns(store, 'harbour')
  expect(signs.keep('ada', { mark: 'leaf', word: 'Marmalade on toast' })).toBe(true)

  expect(signs.read('ada')).toEqual({ mark: 'leaf', word: 'Marmalade on toast' })
  expect(signs.read('grace')).toBeNull()
  expect(createWalletSigns(store, 'other').read('ada')).toBeNull()
})

test('error: a browser that keeps nothing shows no sign', () => {
  const refuse = () => {
    throw new Error('SecurityError')
  }
  const refused = createWalletSigns({ getItem: refuse, setItem: refuse }, 'harbour')
  expect(refused.keep('ada', { mark: 'leaf', word: 'Toast' })).toBe(false)
  expect(refused.read('ada')).toBeNull()
  expect(createWalletSigns(undefined, 'harbour').keep('ada', { mark: 'leaf', word: 'Toast' })).toBe(
    false,
  )
})

test('error: what was not kept by us is not a sign', () => {
  const store = storage()
  const signs = createWalletSigns(store, 'harbour')
  for (const value of ['', 'leaf', 'leaf ', 'toString word', `leaf ${'a'.repeat(25)}`]) {
    store.kept.set('sallyport:wallet-sign:harbour:ada', value)
    expect(signs.read('ada'), value).toBeNull()
  }
})

test('a word is one line without invisible characters', () => {
  expect(readWord('  Ada\u202e\nLovelace ')).toBe('Ada Lovelace')
  expect(readWord('\u200b')).toBeNull()
})
