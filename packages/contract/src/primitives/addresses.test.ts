import { describe, expect, test } from 'vitest'
import { letters, notText, outcome, rows } from '../test/outcome.js'
import { decodeBase58 } from './base58.js'
import { type EthereumAddress, ethereumAddress, ethereumAddressShape } from './ethereum-address.js'
import { solanaAddress } from './solana-address.js'

/** The vectors of EIP-55. */
const vectors: EthereumAddress[] = [
  '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
  '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359',
  '0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB',
  '0xD1220A0cf47c7B9Be7A2E6BA89F429762e7b9aDb',
]
const checksum = (address: EthereumAddress) =>
  vectors.find((vector) => vector.toLowerCase() === address) ?? address

describe('ethereumAddress', () => {
  test.each(vectors)('writes %s in its checksum spelling', (value) => {
    expect(outcome(ethereumAddress(checksum), value)).toEqual({ value })
    expect(outcome(ethereumAddress(checksum), ` ${value.toLowerCase()} `)).toEqual({ value })
  })

  test.each(
    rows(
      ...notText,
      '',
      '0x',
      '0x5AAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
      '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAeD',
      '0X5aaeb6053f3e94c9b9a09f33669435e7ef1beaed',
      '0x5aaeb6053f3e94c9b9a09f33669435e7ef1beae',
      '0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaedd',
      '5aaeb6053f3e94c9b9a09f33669435e7ef1beaed',
      '0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaeg',
      '0x5aaeb6053f3e94c9b9a09f33669435e7ef1beae\0',
      '0x5aaeb6053f3e94c9b9a09f33669435e7ef1beae\uFF11',
      '11111111111111111111111111111111',
      letters(1_000_000),
    ),
  )('error: refuses $input', ({ input }) => {
    expect(outcome(ethereumAddress(checksum), input)).toEqual(['Invalid Ethereum address'])
  })

  test('checks the shape alone where there is no checksum function', () => {
    const value = '0x5AAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'
    expect(outcome(ethereumAddressShape, value)).toEqual({ value })
    expect(outcome(ethereumAddressShape, '0x12')).toEqual(['Invalid Ethereum address'])
  })
})

describe('solanaAddress', () => {
  test.each([
    '11111111111111111111111111111111',
    'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA',
    'So11111111111111111111111111111111111111112',
    // 32 bytes 0xff
    'JEKNVnkbo3jma5nREBBJCDoXFVeKkD56V3xKrvRmWxFG',
  ])('keeps %s', (value) => {
    expect(outcome(solanaAddress, value)).toEqual({ value })
    expect(outcome(solanaAddress, ` ${value}\n`)).toEqual({ value })
  })

  test.each(
    rows(
      ...notText,
      '',
      ' ',
      '1',
      '1'.repeat(31),
      '1'.repeat(33),
      'z'.repeat(44),
      // 2 to the 256, one more than fits
      'JEKNVnkbo3jma5nREBBJCDoXFVeKkD56V3xKrvRmWxFH',
      'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5D',
      '0okenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA',
      'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5Dl',
      'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5D\0',
      'To enkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA',
      'To\u212AenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA',
      '0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaed',
      'z'.repeat(1_000_000),
    ),
  )('error: refuses $input', ({ input }) => {
    expect(outcome(solanaAddress, input)).toEqual(['Invalid Solana address'])
  })
})

describe('decodeBase58', () => {
  // draft-msporny-base58-03, section 5
  test.each([
    ['', ''],
    ['2NEpo7TZRRrLZSi2U', Buffer.from('Hello World!').toString('hex')],
    ['11233QC4', '0000287fb4cd'],
    ['1', '00'],
  ])('reads %j as %s', (text, hex) => {
    expect(Buffer.from(decodeBase58(text) ?? []).toString('hex')).toBe(hex)
    expect(decodeBase58(text)).toBeDefined()
  })

  test.each(['0', 'O', 'I', 'l', '+', ' ', 'a\0'])('error: knows no digit in %j', (text) => {
    expect(decodeBase58(text)).toBeUndefined()
  })
})
