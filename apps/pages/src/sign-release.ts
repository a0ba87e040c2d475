import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readSecret } from '@sallyport/process'
import { readFrameFiles, releaseNames } from './frame-files.js'
import { releaseManifest, signRelease } from './release.js'

/*
 * Writes the manifest of a built frame into its folder, and the signature when SALLYPORT_RELEASE_KEY is given. Prints the
 * public key. `npm run build:production` runs it.
 */

const [folder = ''] = process.argv.slice(2)
const files = readFrameFiles(folder)
const manifest = releaseManifest(files)
writeFileSync(join(folder, releaseNames.manifest), manifest)
// The signature of the build before is not of this one.
rmSync(join(folder, releaseNames.signature), { force: true })
const given = readSecret(
  { name: 'SALLYPORT_RELEASE_KEY', isKey: true },
  { env: process.env, isProduction: true },
)
if ('problem' in given) {
  process.stderr.write(`${given.problem}\n`)
  process.exitCode = 1
} else if (given.text === undefined) {
  const problem =
    'Not signed: without SALLYPORT_RELEASE_KEY_FILE the process of the pages refuses this build.'
  process.stdout.write(`  ${problem}\n`)
} else {
  const { signature, publicKey } = signRelease(manifest, given.text)
  writeFileSync(join(folder, releaseNames.signature), `${signature}\n`)
  process.stdout.write(`SALLYPORT_PAGES_RELEASE_KEY=${publicKey}\n`)
}
