import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { configElementId, readPageConfig } from './page-config.js'

const page = (text: string | null) => ({
  getElementById: (id: string) =>
    id === configElementId && text !== null ? ({ textContent: text } as HTMLElement) : null,
})
const config = {
  appId: 'app',
  allowedOrigins: ['https://app.example'],
  allowLocalhost: false,
  vaultPublicKey: 'AAAA',
  apiPublicKey: 'BBBB',
  tokens: { issuer: '', nowMs: 0, keys: [] },
  allowsRawDigests: false,
  allowsAuthorizations: false,
  confirmation: null,
}

describe('readPageConfig', () => {
  test('gives what the server wrote', () => {
    expect(readPageConfig(page(JSON.stringify(config)))).toEqual(config)
  })

  test.each([
    null,
    '',
    '{}',
    'null',
    '{"appId":1}',
    JSON.stringify({ ...config, allowedOrigins: '*' }),
    JSON.stringify({ ...config, allowLocalhost: 'yes' }),
    '<b>',
  ])('error: refuses %j', (text) => {
    expect(() => readPageConfig(page(text))).toThrow()
  })

  test('the page has one place for it, and no other inline script', () => {
    const html = readFileSync(new URL('../index.html', import.meta.url), 'utf8')

    const scripts = html.match(/<script[^>]*>[^<]*<\/script>/g)

    expect(scripts).toEqual([
      `<script type="application/json" id="${configElementId}">{}</script>`,
      '<script type="module" src="/src/main.ts"></script>',
    ])
    expect(html).not.toMatch(/<style|\sstyle=|\son\w+=/)
  })
})
