/*
 * Failpoints of a process under test. Every call that leaves the process (a statement, a message to the vault, a mail, an
 * answer) has a point before and a point after it; between two points nothing leaves, so a fault there is a fault at the
 * one before. Points are found by running, not listed: a statement is named by its text.
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import { createHash } from 'node:crypto'
import pg from 'pg'

const stored = new AsyncLocalStorage()
let everywhere

/** Runs `work` in the context of one request; its points and its fault are its own. */
export const within = (context, work) => stored.run(context, work)

/** The context of everything that runs in none: for a process that does one thing at a time. */
export function setEverywhere(context) {
  everywhere = context
}

/**
 * A context: `seen(point)` hears of every point, `fault` is what happens at one of them, `acts` what each kind does here.
 * @param fault `{ point, occurrence, kind }` or null.
 */
export const contextOf = ({ fault, seen, acts }) => ({
  fault: fault && { ...fault, left: fault.occurrence },
  seen,
  acts,
})

/** Passes a point: nothing, or what the fault's kind does, which may never end. */
export function pass(point, more) {
  const context = stored.getStore() ?? everywhere
  if (!context) return undefined
  context.seen(point)
  const { fault } = context
  if (fault?.point !== point) return undefined
  fault.left -= 1
  if (fault.left > 0) return undefined
  context.fault = null
  return fire(fault, context, more)
}

async function fire(fault, { acts }, more) {
  await tell({ type: 'fired', fault })
  if (fault.kind === 'kill') return process.kill(process.pid, 'SIGKILL') && new Promise(() => {})
  const act = acts[fault.kind] ?? more?.[fault.kind]
  if (!act) throw new Error(`No fault ${fault.kind} at ${fault.point}`)
  return act()
}

/** `work` with a point on either side. */
export async function step(name, work, more = {}) {
  await pass(`${name}:before`, more.before)
  const result = await work()
  await pass(`${name}:after`, more.after)
  return result
}

/** Sends to the process that watches; resolves once it is on its way. */
export function tell(message) {
  return new Promise((resolve) => process.send(message, () => resolve()))
}

/** Puts points around every statement of every Postgres connection of this process. */
export function watchStatements() {
  const { query } = pg.Client.prototype
  pg.Client.prototype.query = function (config, ...rest) {
    const text = typeof config === 'string' ? config : config?.text
    const isWatched = text !== undefined && typeof rest.at(-1) !== 'function' && !config.callback
    if (!isWatched || !(stored.getStore() ?? everywhere)) return query.call(this, config, ...rest)
    return step(`db:${nameOf(text)}`, () => query.call(this, config, ...rest), cuts(this))
  }
}

/** A cut connection: before, the statement is never sent; after, it is done and its answer is lost. */
function cuts(client) {
  const cut = () => client.connection.stream.destroy()
  return {
    before: { cut },
    after: {
      cut: () => {
        cut()
        throw Object.assign(new Error('Connection terminated unexpectedly'), { code: 'ECONNRESET' })
      },
    },
  }
}

const names = new Map()
/** A statement's verbs and tables in order, and four digits of its text. */
function nameOf(text) {
  const known = names.get(text)
  if (known) return known
  const plain = text
    .replace(/["\s]+/g, ' ')
    .replace(/\$\d+/g, '?')
    .trim()
    .toLowerCase()
  const parts = plain.matchAll(
    /\b(insert into|update|delete from|from|join) (?:sallyport_\w+ ?\. ?)?([a-z_]{3,})/g,
  )
  const verbs = { 'insert into': 'insert', 'delete from': 'delete', from: 'read', join: 'read' }
  const words = [...parts].map(([, verb, table]) => `${verbs[verb] ?? verb}_${table}`)
  const digest = createHash('sha256').update(plain).digest('hex').slice(0, 4)
  const name =
    words.length === 0 ? plain.split(' ')[0] : `${[...new Set(words)].join('+')}-${digest}`
  names.set(text, name)
  return name
}
