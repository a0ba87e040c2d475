import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { beforeAll, describe, expect, test } from 'vitest'
import { type ExitFileError, type ExitWallet, openExitFile, sealExitFile } from './index.js'

const password = 'quiet lamp over the river'
const wallet: ExitWallet = {
  secret: { kind: 'hd-root', bytes: Uint8Array.from({ length: 16 }, (_, index) => 255 - index) },
  accounts: [
    { chainType: 'ethereum', walletIndex: 0, address: `0x${'ab'.repeat(20)}` },
    { chainType: 'bitcoin-taproot', walletIndex: 3, address: 'bc1pexample' },
  ],
  createdAt: new Date('2026-05-01T10:00:00.000Z'),
}
const webCrypto = globalThis.crypto
const open = (text: string, secret = password) =>
  openExitFile({ webCrypto, password: secret }, text)
const codeOf = (text: string, secret?: string) =>
  open(text, secret).then(
    () => 'opened',
    (error: ExitFileError) => error.code,
  )

let file: string
beforeAll(async () => {
  file = await sealExitFile({ webCrypto, password }, wallet)
})

describe('an exit file', () => {
  test('gives back the secret, the addresses and the date', async () => {
    expect(await open(file)).toEqual(wallet)
  })

  test('does not show the addresses, the kind or the secret without its password', () => {
    expect(file).not.toMatch(/abab|bc1pexample|hd-root|ethereum/)
    expect(Object.keys(JSON.parse(file))).toEqual([
      'format',
      'version',
      'created_at',
      'kdf',
      'cipher',
      'secret',
      'contents',
      'checksum',
    ])
  })

  test('two files of one wallet and password have nothing in common but the format', async () => {
    const [one, two] = [file, await sealExitFile({ webCrypto, password }, wallet)].map((text) =>
      JSON.parse(text),
    )
    for (const field of ['secret', 'contents', 'checksum'] as const)
      expect(one[field]).not.toBe(two[field])
    expect(one.kdf.salt).not.toBe(two.kdf.salt)
  })

  test('a wrong password is told from a damaged file', async () => {
    expect(await codeOf(file, 'quiet lamp over the rivers')).toBe('wrong_password')
    expect(await codeOf(file, '')).toBe('wrong_password')
    for (const field of ['secret', 'contents', 'checksum', 'created_at'] as const)
      expect(await codeOf(changed((text) => ({ ...text, [field]: altered(text[field]) })))).toBe(
        'damaged',
      )
  })

  test('REC-08: parameters below the floor or above the ceiling are refused before the password is used', async () => {
    const withKdf = (kdf: object) => withChecksum({ ...JSON.parse(file), kdf: { ...kdf } })
    const { kdf } = JSON.parse(file)
    expect(await codeOf(withKdf({ ...kdf, memory_kib: 8 }))).toBe('weak_parameters')
    expect(await codeOf(withKdf({ ...kdf, passes: 0 }))).toBe('weak_parameters')
    expect(await codeOf(withKdf({ ...kdf, salt: 'AAAA' }))).toBe('weak_parameters')
    expect(await codeOf(withKdf({ ...kdf, memory_kib: 4_194_304 }))).toBe('excessive_parameters')
  })

  test('parts that are exchanged or changed together with the checksum do not open', async () => {
    const text = JSON.parse(file)
    const swapped = { ...text, secret: text.contents, contents: text.secret }
    expect(await codeOf(withChecksum(swapped))).toBe('wrong_password')
    const later = { ...text, created_at: '2027-05-01T10:00:00.000Z' }
    expect(await codeOf(withChecksum(later))).toBe('wrong_password')
  })

  test.each([
    ['not_an_exit_file', ''],
    ['not_an_exit_file', '[]'],
    ['not_an_exit_file', '{"format":"something else"}'],
    ['not_an_exit_file', `{"a":"${'x'.repeat(1_000_001)}"}`],
    ['newer_version', '{"format":"sallyport-exit-file","version":2}'],
    ['damaged', '{"format":"sallyport-exit-file","version":1}'],
  ])('%s: %.60s', async (code, text) => {
    expect(await codeOf(text)).toBe(code)
  })

  test('the file of the documentation opens', async () => {
    const vector = new URL('../../vectors/exit-file.json', import.meta.url)
    const { password: known, file: text, wallet: held } = JSON.parse(readFileSync(vector, 'utf8'))
    const opened = await open(JSON.stringify(text), known)
    expect({
      kind: opened.secret.kind,
      secret: Buffer.from(opened.secret.bytes).toString('hex'),
      accounts: opened.accounts,
      created_at: opened.createdAt.toISOString(),
    }).toEqual(held)
  })
})

function altered(text: string): string {
  const [first] = text
  return `${first === '1' ? '2' : '1'}${text.slice(1)}`
}

/** The fields of a file that these tests change. */
interface Fields {
  created_at: string
  kdf: { memory_kib: number; passes: number; salt: string }
  secret: string
  contents: string
  checksum: string
}

function changed(change: (text: Fields) => object): string {
  return JSON.stringify(change(JSON.parse(file)))
}

/** The checksum as the documentation says it, computed apart from the code. */
function withChecksum(text: Fields): string {
  const { created_at, kdf, secret, contents } = text
  const stretch = `argon2id ${kdf.memory_kib} ${kdf.passes} ${kdf.salt}`
  const bound = ['sallyport-exit-file', 1, created_at, stretch, 'secret'].join('|')
  const lines = [Buffer.from(bound).toString('base64url'), secret, contents].join('|')
  return JSON.stringify({
    ...text,
    checksum: createHash('sha256').update(lines).digest('base64url'),
  })
}
