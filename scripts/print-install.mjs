/* Writes deploy/install.sh from the commands of docs/operate/deploy.md. */
import { readFileSync, writeFileSync } from 'node:fs'
import { installScript } from './lib/install-script.mjs'

const at = (path) => new URL(`../${path}`, import.meta.url)
const page = readFileSync(at('docs/operate/deploy.md'), 'utf8')
writeFileSync(at('deploy/install.sh'), installScript(page), { mode: 0o755 })
