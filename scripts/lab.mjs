/*
 * npm run lab -- up|status|kill|cut|heal|faults|upgrade|scale|bound|down: several hosts on one machine (docs/operate/high-availability.md). Hosts
 * are network namespaces on a bridge, with the programs of Debian and the built ones of this checkout, by the files of deploy/.
 */
import { down, up } from './lab/build.mjs'
import { boundCpu } from './lab/cpu.mjs'
import { faults } from './lab/faults.mjs'
import { killProgram } from './lab/kill-program.mjs'
import { cut, heal } from './lab/network.mjs'
import { missingParts } from './lab/requirements.mjs'
import { restart, scale, upgrade } from './lab/sallyport.mjs'
import { readState } from './lab/state.mjs'
import { status } from './lab/status.mjs'
import { refuse } from './lib/say.mjs'

const usage =
  'Usage: npm run lab -- up [--apis 2] | status [--json] | kill <host> <program> | restart <host> <program> | cut <host> | heal [<host>] | faults [--only primary] [--times N] [--rate N] [--to <folder of a build>] | upgrade <folder of a build> [--back] | scale <APIs> | bound <host> <percent of a core> | down'

const [name, ...words] = process.argv.slice(2)
const option = (key, fallback) => {
  const at = words.indexOf(`--${key}`)
  return at < 0 ? fallback : words[at + 1]
}
const say = (line) => process.stdout.write(`${line}\n`)

const readPercent = (word) => {
  const percent = Number(word)
  return percent >= 5 && percent <= 100 ? percent : refuse('bound needs a number from 5 to 100.')
}

const commands = {
  up: () => up({ apis: Number(option('apis', '2')), say }),
  status: async () => {
    const found = await status()
    say(words.includes('--json') ? JSON.stringify(found, null, 2) : found.lines.join('\n'))
  },
  kill: () => killProgram(words[0], words[1]),
  restart: () => restart(words[0], words[1]),
  cut: () => cut(words[0]),
  heal: () => heal(words[0]),
  faults: () =>
    faults({
      only: option('only', 'primary'),
      times: Number(option('times', '1')),
      rate: Number(option('rate', '50')),
      to: option('to'),
      say,
    }),
  upgrade: () => upgrade(words[0], { isBack: words.includes('--back'), say }),
  scale: () => scale(Number(words[0]), say),
  bound: async () => boundCpu(words[0], readPercent(words[1])),
  down: () => down(say),
}

if (!Object.hasOwn(commands, name ?? '')) refuse(usage)
const missing = missingParts()
if (missing !== undefined) refuse(missing)
if (name !== 'up' && name !== 'down' && readState() === undefined)
  refuse('The lab is not up: run npm run lab -- up.')
await commands[name]().catch((error) => refuse(error.message))
