import { cpSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { chromium } from 'playwright-core'
import { defaultSettings } from '../../apps/server/dist/apps/defaults.js'
import { ensureChromium, findChromium } from '../../scripts/lib/chromium.mjs'
import { versionOf } from '../lib/machine.mjs'
import { median, short } from '../lib/stats.mjs'
import { bars, table } from '../lib/table.mjs'
import { measureBuild } from './measure-build.mjs'
import { measureStart, servePage } from './measure-start.mjs'
import { packOwn } from './pack-own.mjs'
import { ownStub, stubs } from './stubs.mjs'

const rounds = 5
/** Rounds of React and us alone: their ratio has a bar, and one start differs from the next by a third. */
const pairs = 55
const peers = {
  react: ['React alone', 'react'],
  sallyport: ['Sallyport', '@sallyport/react'],
  cdp: ['Coinbase CDP', '@coinbase/cdp-react'],
  turnkey: ['Turnkey', '@turnkey/react-wallet-kit'],
  'privy-3': ['Privy 3', '@privy-io/react-auth'],
  'privy-2': ['Privy 2', '@privy-io/react-auth'],
}
const html =
  '<!doctype html><html lang="en"><meta charset="utf-8"><title>Bench</title><link rel="icon" href="data:,"><div id="root"></div><script type="module" src="/main.jsx"></script></html>'

/** A production page with a provider and a login button, made with each kit. */
export async function run({ folder, root, say }) {
  const problem = await ensureChromium(say)
  if (problem) throw new Error(problem)
  const work = join(folder, '.work')
  const settings = {
    ...defaultSettings('Bench', 'production'),
    verification_key: 'x',
    created_at: 1_700_000_000,
    updated_at: 1_700_000_000,
  }
  const measured = {}
  const versions = {}
  for (const [id, [name, kit]] of Object.entries(peers)) {
    say(`building ${name}`)
    const app = join(work, id)
    prepare({ id, app, folder, root })
    versions[name] = versionOf(join(app, 'node_modules', kit))
    measured[id] = await measureBuild(app, join(app, 'dist'))
  }
  say('starting')
  const browser = await chromium.launch({
    executablePath: findChromium(),
    // Whatever no stub answers is out of reach.
    args: ['--no-sandbox', '--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1'],
  })
  versions.Chromium = browser.version()
  const pages = new Map()
  try {
    for (const id of Object.keys(peers)) pages.set(id, await servePage(join(work, id, 'dist')))
    const startAll = async (ids) => {
      const times = {}
      for (const id of ids) {
        const stub = id === 'sallyport' ? ownStub(settings) : stubs[id]
        times[id] = await measureStart(browser, pages.get(id).url, stub).catch(() => Number.NaN)
      }
      return times
    }
    const took = []
    for (let round = -1; round < rounds; round++) {
      const times = await startAll(Object.keys(peers))
      if (round >= 0) took.push(times)
    }
    say('starting React and Sallyport in turns')
    for (let pair = 0; pair < pairs; pair++) took.push(await startAll(['react', 'sallyport']))
    for (const id of Object.keys(peers)) {
      const own = took.filter((times) => times[id] > 0 && times.react > 0)
      const planned = took.filter((times) => id in times).length
      if (own.length < planned / 2)
        say(`only ${own.length} of ${planned} starts of ${id} had a button`)
      measured[id].readyMs = median(own.map((times) => times[id]))
      measured[id].toReact = median(own.map((times) => times[id] / times.react))
    }
  } finally {
    for (const page of pages.values()) page.close()
    await browser.close()
  }
  return report(measured, versions)
}

/** A folder with the page and its kit: ours packed and installed, a peer's by a link to what is installed. */
function prepare({ id, app, folder, root }) {
  const page = join(folder, 'peers', id, 'main.jsx')
  if (id === 'sallyport') {
    packOwn({ root, folder: app, page, react: '19.2.0' })
  } else {
    rmSync(app, { recursive: true, force: true })
    mkdirSync(app, { recursive: true })
    cpSync(page, join(app, 'main.jsx'))
    symlinkSync(join(folder, 'peers', id, 'node_modules'), join(app, 'node_modules'), 'dir')
  }
  writeFileSync(join(app, 'index.html'), html)
}

function report(measured, versions) {
  const { react, sallyport } = measured
  const rows = Object.entries(peers).map(([id, [name]]) => {
    const { initialKb, totalKb, readyMs, toReact } = measured[id]
    const net = (initialKb - react.initialKb) / (sallyport.initialKb - react.initialKb)
    return [
      name,
      short(initialKb),
      short(initialKb - react.initialKb),
      short(totalKb),
      short(readyMs),
      toReact.toFixed(2),
      id === 'react' ? '–' : `${short(net)}×`,
    ]
  })
  const ratio = sallyport.toReact
  return {
    versions,
    measured,
    text: table(
      ['page with', 'initial JS kB', 'net of React kB', 'all JS kB']
        .concat('button ready ms')
        .concat(['ready : React', 'net : Sallyport']),
      rows,
    ),
    bars: bars([
      {
        name: 'initial JS, gzip, with React',
        measured: `${short(sallyport.initialKb)} kB`,
        wanted: '≤ 95 kB',
        holds: sallyport.initialKb <= 95,
      },
      {
        name: 'button ready at a quarter of the speed, against React alone',
        measured: ratio.toFixed(2),
        wanted: '≤ 1.30',
        holds: ratio <= 1.3,
      },
    ]),
  }
}
