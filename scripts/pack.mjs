/* npm run pack: the published packages as tarballs, for apps that install them before they are on a registry. */
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from './lib/build.mjs'
import { install } from './lib/install.mjs'
import { pack } from './lib/pack.mjs'
import { refuse } from './lib/say.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const say = (line) => process.stdout.write(`  ${line}\n`)
const problem =
  (await install(root, say, { tools: true })) ??
  (await build(root, say, { pages: false, types: true }))
if (problem) refuse(problem)

const packed = await pack(root, join(root, 'tarballs'))
const {
  '@sallyport/node': node,
  '@sallyport/smart-wallets': smartWallets,
  '@sallyport/react': react,
  ...base
} = packed
const command = (...paths) => `  npm install ${paths.join(' ')}`
process.stdout.write(`
In a React app:

${command(...Object.values(base), react)}

In an app without React:

${command(...Object.values(base))}

In a back end:

${command(base['@sallyport/contract'], node)}

For smart wallets, besides:

${command(smartWallets, 'viem')}

`)
say(`The tarballs are in ${relative(process.cwd(), join(root, 'tarballs')) || '.'}`)
