/* A longer wire: carries what it gets to TARGET and back, each piece DELAY_MS later, in order. */
import { connect, createServer } from 'node:net'
import { answerParent } from '../lib/child.mjs'

const { PORT, TARGET, DELAY_MS } = process.env
const delayMs = Number(DELAY_MS)

function carry(from, to) {
  const later = (task) => (delayMs > 0 ? setTimeout(task, delayMs) : task())
  from.setNoDelay(true)
  from.on('data', (piece) => later(() => to.write(piece)))
  from.on('close', () => later(() => to.destroy()))
  from.on('error', () => to.destroy())
}

createServer((inner) => {
  const outer = connect(Number(TARGET), '127.0.0.1')
  carry(inner, outer)
  carry(outer, inner)
}).listen(Number(PORT), '127.0.0.1', () => answerParent())
