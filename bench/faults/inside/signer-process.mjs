/* A built program with keys, the vault or the signer; it loads, waits for `start`, and tells every point it passes. It serves one call at a time. */
import { syncBuiltinESMExports } from 'node:module'
import net from 'node:net'
import { contextOf, pass, setEverywhere, tell, watchStatements } from './failpoints.mjs'

const { program, config, databaseDeadlineMs, startMs } = JSON.parse(process.env.FAULTS_CONFIG)
const createServer = net.createServer
net.createServer = (...given) => {
  const server = createServer(...given)
  server.on('connection', watchSocket)
  return server
}
syncBuiltinESMExports()
watchStatements()
const { startVault } = await import('../../../apps/vault/dist/index.js')
const { startSigner } = await import('../../../apps/signer/dist/index.js')
const { systemClock } = await import('../../../packages/keyholder/dist/index.js')
const clock = startMs === undefined ? systemClock() : frozenClock()

/** The servers' time stands too: a login is as old for the signer as for them. */
function frozenClock() {
  let nowMs = startMs
  return {
    nowMs: () => nowMs,
    setOffsetMs: (offsetMs) => {
      nowMs = startMs + offsetMs
    },
  }
}

function watchSocket(socket) {
  const write = socket.write.bind(socket)
  const drop = () => void socket.destroy()
  socket.write = (...given) => {
    Promise.resolve(pass('socket:answer:before', { drop })).then(() => {
      if (!socket.destroyed) write(...given)
      return pass('socket:answer:after', { drop })
    })
    return true
  }
}

const acts = {}
let isRunning = false
const arm = (fault) => {
  const seen = (point) => tell({ type: 'point', point })
  if (isRunning) setEverywhere(contextOf({ fault, seen, acts }))
}
process.on('message', async ({ type, fault, offsetMs }) => {
  if (type === 'clock') clock.setOffsetMs(offsetMs)
  if (type === 'arm') arm(fault)
  if (type === 'start') {
    const keks = [new Uint8Array(Buffer.from(config.kek, 'base64'))]
    const startProgram = program === 'vault' ? startVault : startSigner
    await startProgram({ config: { ...config, keks }, clock, logger: quiet, databaseDeadlineMs })
    isRunning = true
    arm(null)
    await tell({ type: 'started' })
    return
  }
  await tell({ type: `${type}-done` })
})
const quiet = { info() {}, warn() {}, error() {}, fatal() {} }
process.on('disconnect', () => process.exit(0))
// The parent may have ended before this was heard.
if (!process.connected) process.exit(0)
await tell({ type: 'ready' })
