import { readFileSync } from 'node:fs'
import type { KeyModule } from './key-module-settings.js'
import { withKeyModule } from './pkcs11.js'
import { KeyModuleError } from './problems.js'
import { unwrapKey } from './wrapped-key.js'

/* Opens wrapped keys in a process of its own: the library of a module may hang or crash. Input and output are pipes of the parent. */
const { module, words }: { module: KeyModule; words: string[] } = JSON.parse(
  readFileSync(0, 'utf8'),
)

function open(): { keys: string[] } | { problem: string } {
  try {
    return {
      keys: withKeyModule(module, (session) => words.map((word) => unwrapKey(word, session))),
    }
  } catch (error) {
    return { problem: error instanceof KeyModuleError ? error.problem : 'failed' }
  }
}

process.stdout.write(JSON.stringify(open()))
