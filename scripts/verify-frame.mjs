/*
 * npm run verify-frame: builds the wallet page from this source and compares it with apps/frame/release.txt.
 *   npm run verify-frame -- https://auth.example [appId]   also with what that server serves
 *   npm run verify-frame -- --write                        writes apps/frame/release.txt
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from './lib/build.mjs'
import { refuse } from './lib/say.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const committed = join(root, 'apps', 'frame', 'release.txt')
const [first, appId] = process.argv.slice(2)
const say = (line) => process.stdout.write(`  ${line}\n`)

const problem = await build(root, say, { pages: false })
if (problem) refuse(problem)
const { buildFrame, compareWithServer, differences, vaultKeyOf } = await import(
  './lib/frame-release.mjs'
)
const { releaseId } = await import('../apps/pages/dist/release.js')
const built = await buildFrame(root)
if (first === '--write') {
  writeFileSync(committed, built.manifest)
  say(`Wrote apps/frame/release.txt, build ${releaseId(built.manifest)}`)
} else {
  const problems = differences(built.manifest, readFileSync(committed, 'utf8')).map(
    (each) => `apps/frame/release.txt: ${each}`,
  )
  if (first !== undefined) problems.push(...(await compareWithServer(built, { url: first, appId })))
  if (problems.length > 0) refuse(problems.join('\n  '))
  say(`Build ${releaseId(built.manifest)}`)
  say(`apps/frame/release.txt names exactly these ${built.files.size} files`)
  if (first !== undefined)
    say(
      appId
        ? `${first} serves exactly these`
        : `${first} serves these scripts; name an app to compare the page`,
    )
  if (first !== undefined && appId !== undefined)
    say(`The page names the vault's key ${await vaultKeyOf({ url: first, appId })}`)
}
