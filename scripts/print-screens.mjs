// Writes docs/screens.md and docs/errors.md from the gallery.
import { writeFileSync } from 'node:fs'
import { tsImport } from 'tsx/esm/api'

const reference = '../packages/react/gallery/screen-reference.ts'
const { screenReference } = await tsImport(reference, import.meta.url)
writeFileSync(new URL('../docs/screens.md', import.meta.url), screenReference())

const errors = '../packages/react/gallery/error-reference.ts'
const { errorReference } = await tsImport(errors, import.meta.url)
writeFileSync(new URL('../docs/errors.md', import.meta.url), errorReference())
