import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { run } from './lib/run.mjs'

const script = fileURLToPath(new URL('../docs/vectors/verify.py', import.meta.url))
const { code } = await run('python3', ['-c', 'import cryptography'])

test.skipIf(code !== 0)(
  'docs/vectors hold in Python (skipped without python3 and its package cryptography)',
  async () => {
    const { code, output } = await run('python3', [script])
    expect(code, output).toBe(0)
    expect(output).toMatch(/^\d\d vectors hold$/m)
  },
)
