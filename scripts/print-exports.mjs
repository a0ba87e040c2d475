// Writes each package's public names to packages/<name>/exports.txt. Names may be given: `print-exports.mjs contract`.
import { writeFileSync } from 'node:fs'
import { packages, publicExports, snapshotPath } from './exports.mjs'

const asked = process.argv.slice(2)
for (const name of asked.length > 0 ? asked : packages)
  writeFileSync(snapshotPath(name), publicExports(name))
