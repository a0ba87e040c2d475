// Writes docs/screens.md from the gallery.
import { writeFileSync } from 'node:fs'
import { tsImport } from 'tsx/esm/api'

const reference = '../packages/react/gallery/screen-reference.ts'
const { screenReference } = await tsImport(reference, import.meta.url)
writeFileSync(new URL('../docs/screens.md', import.meta.url), screenReference())
