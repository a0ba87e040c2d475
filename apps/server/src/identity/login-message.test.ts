import { fuzz, writeLoginMessage } from '@sallyport/testing'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseLoginMessage } from './login-message.js'

const address = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'
const base = { chain: 'Ethereum', address, nonce: 'abcdefgh12345678' } as const
const parse = (text: string) => parseLoginMessage(text, 'Ethereum')
const write = (fields: Partial<Parameters<typeof writeLoginMessage>[0]>) =>
  parse(writeLoginMessage({ ...base, ...fields }))

describe('parseLoginMessage', () => {
  test('reads every field', () => {
    const text = writeLoginMessage({
      ...base,
      domain: 'https://app.example:8443',
      uri: 'https://app.example:8443/login',
      statement: 'Log in: يا 🦊',
      chainId: '8453',
      expirationTime: '2026-01-15T12:05:00Z',
      notBefore: '2026-01-15T13:00:00+01:00',
      requestId: 'a b',
      resources: ['https://privy.io', 'ipfs://x'],
    })
    expect(parse(text)).toEqual({
      scheme: 'https',
      domain: 'app.example:8443',
      address,
      statement: 'Log in: يا 🦊',
      uri: 'https://app.example:8443/login',
      chainId: '8453',
      nonce: base.nonce,
      issuedAtMs: Date.UTC(2026, 0, 15, 12),
      expiresAtMs: Date.UTC(2026, 0, 15, 12, 5),
      notBeforeMs: Date.UTC(2026, 0, 15, 12),
      requestId: 'a b',
      resources: ['https://privy.io', 'ipfs://x'],
    })
  })

  test('a statement may be missing, with the empty line of the grammar or without', () => {
    const without = writeLoginMessage({ ...base, statement: null })
    expect(parse(without)?.statement).toBeUndefined()
    expect(parse(without.replace('\n\nURI', '\n\n\nURI'))?.uri).toBe('http://localhost:4402')
    expect(parse(without.replace('\n\nURI', '\n\n\n\nURI'))).toBeUndefined()
  })

  test('error: a message for the other chain', () => {
    expect(parseLoginMessage(writeLoginMessage(base), 'Solana')).toBeUndefined()
  })

  test.each([
    ['URI', 'http://localhost:4402\nURI: https://evil.example'],
    ['Nonce', 'one\n\nURI: https://evil.example\nVersion: 1\nChain ID: 1\nNonce: forged123'],
    ['CRLF', 'one\r'],
    ['line separator', 'one\u2028two'],
    ['right-to-left override', 'one\u202etwo'],
    ['zero', 'one\u0000two'],
  ])('SWE-08: error: a statement that forges lines (%s)', (_what, statement) => {
    expect(write({ statement })).toBeUndefined()
  })

  test.each([
    ['nonce of 7 characters', { nonce: 'abcdefg' }],
    ['nonce of 300 characters', { nonce: 'a'.repeat(300) }],
    ['empty nonce', { nonce: '' }],
    ['no nonce', { nonce: null }],
    ['nonce with punctuation', { nonce: 'abcdefgh-1234' }],
    ['version 2', { version: '2' }],
    ['no version', { version: null }],
    ['no URI', { uri: null }],
    ['no chain', { chainId: null }],
    ['no time', { issuedAt: null }],
    ['a time without zone', { issuedAt: '2026-01-15T12:00:00' }],
    ['a date', { issuedAt: '2026-01-15' }],
    ['a day that does not exist', { issuedAt: '2026-02-30T12:00:00Z' }],
    ['an unreadable end', { expirationTime: 'tomorrow' }],
    ['an unreadable start', { notBefore: '' }],
    ['a resource with a space', { resources: ['https://a b'] }],
    ['an address with other characters', { address: 'vitalik.eth' }],
    ['an empty domain', { domain: '' }],
    ['a domain with a path', { domain: 'app.example/x' }],
    ['a domain with a user', { domain: 'good.example@evil.example' }],
  ])('SWE-07: error: %s', (_what, fields) => {
    expect(write(fields)).toBeUndefined()
  })

  test('error: fields in another order, twice, or with others', () => {
    const lines = writeLoginMessage(base).split('\n')
    const changed = (change: (all: string[]) => string[]) => parse(change([...lines]).join('\n'))
    expect(changed((all) => all)).toBeDefined()
    for (let at = 0; at < lines.length; at += 1) {
      const doubled = changed((all) => all.toSpliced(at, 0, lines[at] ?? ''))
      // Twice the same resource are two resources.
      expect([at, doubled === undefined]).toEqual([at, at !== lines.length - 1])
      expect(changed((all) => all.toSpliced(at, 0, 'Extra: 1'))).toBeUndefined()
      if (at > 0 && at < lines.length - 1) {
        const [left = '', right = ''] = lines.slice(at - 1, at + 1)
        if (left !== right) {
          expect([at, changed((all) => all.toSpliced(at - 1, 2, right, left))]).toEqual([
            at,
            undefined,
          ])
        }
      }
    }
    expect(parse(`${lines.join('\n')}\n`)).toBeUndefined()
    expect(parse(` ${lines.join('\n')}`)).toBeUndefined()
  })

  test('INP-06: any text is refused or read exactly: what was read writes the same message', () => {
    const lines = writeLoginMessage(base).split('\n')
    const line = fc.oneof(
      fc.constantFrom(...lines, '', 'Expiration Time: 2026-01-15T12:05:00Z', 'Request ID: x'),
      fc.string({ maxLength: 30 }),
      fc.string({ unit: 'binary', maxLength: 10 }),
    )
    const mutated = fc
      .array(fc.tuple(fc.nat(lines.length), fc.nat(2), line), { maxLength: 3 })
      .map((changes) => {
        const all = [...lines]
        for (const [at, removed, text] of changes) all.splice(at, removed, text)
        return all.join('\n')
      })
    const statement = fc.string({ unit: 'grapheme', maxLength: 60 })
    const written = statement.map((text) => writeLoginMessage({ ...base, statement: text }))
    fc.assert(
      fc.property(fc.oneof(mutated, written, fc.string()), (text) => {
        const read = parse(text)
        if (read === undefined) return
        const iso = (ms: number | undefined) => (ms === undefined ? null : ms)
        // Everything but the spelling of times comes back.
        const times = /^(Issued At|Expiration Time|Not Before): .*$/gm
        const again = writeLoginMessage({
          chain: 'Ethereum',
          ...read,
          domain: (read.scheme === undefined ? '' : `${read.scheme}://`) + read.domain,
          statement: read.statement ?? null,
          requestId: read.requestId ?? null,
          issuedAt: 'x',
          expirationTime: iso(read.expiresAtMs) === null ? null : 'x',
          notBefore: iso(read.notBeforeMs) === null ? null : 'x',
        })
        const plain = (message: string) =>
          message
            .replace(times, '$1')
            .replace('\n\n\nURI', '\n\nURI')
            .replace(/\nResources:$/, '')
        expect(plain(again)).toBe(plain(text))
      }),
      fuzz(2_000),
    )
  })
})
