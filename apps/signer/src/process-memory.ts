import { createSpent } from './policy-rows/spend.js'
import { createKnownNames } from './rows/known-names.js'
import { createRowCache } from './rows/row-cache.js'
import { createRowVersions } from './rows/row-versions.js'
import type { SignerDeps } from './signer-deps.js'

/** What a signer's process knows of its rows, so that it notices ones that are removed or put back. */
type ProcessMemory = Pick<SignerDeps, 'versions' | 'cache' | 'spent' | 'answers' | 'endedConsents'>

/** Creates what a process knows at its start: nothing. */
export function createProcessMemory(): ProcessMemory {
  return {
    versions: createRowVersions(),
    cache: createRowCache(),
    spent: createSpent(),
    answers: createKnownNames(),
    endedConsents: createKnownNames(),
  }
}
