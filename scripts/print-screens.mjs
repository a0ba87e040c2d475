// Writes docs/features/screens.md and docs/start/errors.md from the gallery.
import { writeFileSync } from 'node:fs'
import { tsImport } from 'tsx-runner/esm/api'

const reference = '../packages/react/gallery/screen-reference.ts'
const { screenReference } = await tsImport(reference, import.meta.url)
writeFileSync(new URL('../docs/features/screens.md', import.meta.url), screenReference())

const errors = '../packages/react/gallery/error-reference.ts'
const { errorReference } = await tsImport(errors, import.meta.url)
writeFileSync(new URL('../docs/start/errors.md', import.meta.url), errorReference())
