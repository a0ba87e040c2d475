import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { manageTransport } from './manage-transport.js'

const root = mkdtempSync(join(tmpdir(), 'manage-transport-'))
const folder = join(root, 'transport')
afterEach(() => {
  process.exitCode = 0
})
afterAll(() => rmSync(root, { recursive: true, force: true }))

describe('keys transport', () => {
  test('makes an authority, issues a certificate for a host and checks it', async () => {
    await manageTransport(['init', folder])
    const issued = await manageTransport(['issue', folder, 'api', 'api-1.internal,10.0.0.31'])
    const at = join(folder, 'hosts', 'api-api-1.internal')
    expect(issued).toMatchObject({ name: 'api-api-1.internal', folder: at })
    expect(readdirSync(at).sort()).toEqual(['ca.pem', 'cert.pem', 'key.pem'])

    expect(await manageTransport(['check', folder])).toMatchObject({ problems: [] })
    expect(process.exitCode ?? 0).toBe(0)
    const late = await manageTransport(['check', folder, '--within-days', '100'])
    expect(late).toMatchObject({ problems: [expect.stringContaining('ends in 90 days')] })
    expect(process.exitCode).toBe(1)
  })

  test('error: replaces no authority', async () => {
    await expect(manageTransport(['init', folder])).rejects.toThrow('has an authority already')
  })

  test.each([
    [[], 'Usage'],
    [['issue'], 'Usage'],
    [['issue', folder, 'root', 'host'], 'Usage'],
    [['issue', folder, 'api', 'host; rm'], 'names or addresses of its host'],
    [['issue', folder, 'api', 'host', '--days', '0'], 'Days are a whole number'],
    [['rotate', folder, '--finish'], 'No rotation has begun'],
  ])('error: refuses %j', async (words, sentence) => {
    await expect(manageTransport(words)).rejects.toThrow(sentence)
  })
})
