import { describe, expect, test } from 'vitest'
import { readEntries } from './read-entries.js'

describe('readEntries', () => {
  test('tells addresses, domains, numbers, wallets and users apart', () => {
    const text = [
      'ada@example.com',
      '@example.org',
      'example.net',
      '+1 201 555 0123',
      '0x1111111111111111111111111111111111111111',
      'So11111111111111111111111111111111111111112',
      'did:privy:cm1',
    ].join('\n')

    expect(readEntries(text)).toEqual({
      entries: [
        { type: 'email', value: 'ada@example.com' },
        { type: 'emailDomain', value: 'example.org' },
        { type: 'emailDomain', value: 'example.net' },
        { type: 'phone', value: '+1 201 555 0123' },
        { type: 'wallet', value: '0x1111111111111111111111111111111111111111' },
        { type: 'wallet', value: 'So11111111111111111111111111111111111111112' },
        { type: 'did', value: 'did:privy:cm1' },
      ],
      unread: [],
    })
  })

  test('takes commas and repeated lines, and names what it cannot read', () => {
    expect(readEntries(' ada@example.com, ada@example.com\n\nada\n')).toEqual({
      entries: [{ type: 'email', value: 'ada@example.com' }],
      unread: ['ada'],
    })
  })
})
