// Writes docs/start/hooks.md and docs/start/provider.md from the built declarations of packages/react.
import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { hookReference } from './lib/hook-reference.mjs'
import { providerReference } from './lib/provider-reference.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
writeFileSync(`${root}docs/start/hooks.md`, hookReference(root))
writeFileSync(`${root}docs/start/provider.md`, providerReference(root))
