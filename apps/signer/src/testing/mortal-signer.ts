import { Socket } from 'node:net'
import { boundedPool, loadSealKeyPair, signerSchema } from '@sallyport/keyholder'
import { connectionOptions } from '@sallyport/process'
import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import pino from 'pino'
import { answerSignerLine } from '../calls.js'
import type { SignerConfig } from '../config.js'
import type { SignerDatabase } from '../database.js'
import { createProcessMemory } from '../process-memory.js'
import { signerCipher } from '../signer-cipher.js'

/* A signer in this process that can end at any of its waits as if it was killed, and starts again over the same database. */

/** Ends the signer at the so-manieth wait from now: before what is waited for, while it is on its way, or after it. */
export interface Death {
  at: number
  when: 'before' | 'during' | 'after'
}

/** An answer as it left the signer. */
export interface LineAnswer {
  output?: { data?: Record<string, unknown> }
  error?: { code: string }
}

export interface MortalSigner {
  /** The answer, or undefined when the signer has ended before it left. */
  ask(call: string, input: object): Promise<LineAnswer | undefined>
  arm(death: Death): void
  close(): Promise<void>
}

interface MortalOptions {
  config: SignerConfig
  clock: { nowMs(): number }
  onDeath(point: string): void
  /** Hears of each answer at the moment it leaves. */
  onAnswer(input: object, answer: LineAnswer): void
}

/** A running signer; one that has ended is started again by the next call. */
export async function createMortalSigner(options: MortalOptions): Promise<MortalSigner> {
  let life = await begin(options)
  let isReborn: Promise<unknown> = Promise.resolve()
  return {
    ask: async (call, input) => {
      await isReborn
      if (life.isOver()) {
        const next = begin(options).then((begun) => {
          life = begun
        })
        isReborn = next
        await next
      }
      return life.ask(call, input)
    },
    arm: (death) => life.arm(death),
    close: () => life.close(),
  }
}

/** Work of a signer that has ended goes on nowhere: what it waited for never comes. */
const never = new Promise<never>(() => {})

async function begin({ config, clock, onDeath, onAnswer }: MortalOptions) {
  const sockets = new Set<Socket>()
  let isOver = false
  let death: Death | undefined
  let tellEnd = () => {}
  const ended = new Promise<undefined>((resolve) => {
    tellEnd = () => resolve(undefined)
  })
  const die = (point: string) => {
    isOver = true
    for (const socket of sockets) socket.destroy()
    onDeath(point)
    tellEnd()
    return never
  }
  /** What is waited for, with a place to end before, in and after it. */
  const wait = async <T>(point: string, work: () => Promise<T>): Promise<T> => {
    if (isOver) return never
    const here = death?.at === 1 ? death.when : undefined
    death = death && here === undefined ? { ...death, at: death.at - 1 } : undefined
    if (here === 'before') return die(`${point}:before`)
    const result = work().catch((error: unknown) => {
      if (isOver) return never
      throw error
    })
    if (here === 'during') return die(`${point}:during`)
    const value = await result
    if (isOver) return never
    return here === 'after' ? die(`${point}:after`) : value
  }
  const pool = openPool(config.databaseUrl, sockets)
  const db = databaseOf(pool, wait)
  const cipher = signerCipher(config.keks)
  const sealKey = await loadSealKeyPair(db, cipher, 'SALLYPORT_SIGNER_KEK')
  const deps = {
    ...{ db, clock, sealKey, logger: pino({ level: 'silent' }), turnTimeoutMs: 60_000 },
    cipher: {
      ...cipher,
      seal: (...given: Parameters<typeof cipher.seal>) => wait('seal', () => cipher.seal(...given)),
      open: (...given: Parameters<typeof cipher.open>) => wait('open', () => cipher.open(...given)),
    },
    ...createProcessMemory(),
  }
  const answer = async (call: string, input: object): Promise<LineAnswer> => {
    const made = await answerSignerLine(JSON.stringify({ id: '1', call, input }), deps)
    return wait('answer', async () => {
      // The line is JSON of this form.
      const left = made as LineAnswer
      onAnswer(input, left)
      return left
    })
  }
  return {
    isOver: () => isOver,
    arm: (next: Death) => {
      death = next
    },
    ask: (call: string, input: object) => Promise.race([answer(call, input), ended]),
    close: async () => {
      if (!isOver) await db.destroy()
    },
  }
}

function openPool(databaseUrl: string, sockets: Set<Socket>): pg.Pool {
  return new pg.Pool({
    connectionString: databaseUrl,
    max: 4,
    options: connectionOptions({ search_path: signerSchema }),
    stream: () => {
      const socket = new Socket()
      sockets.add(socket)
      return socket
    },
  })
}

/** A database whose statements are waits. */
function databaseOf(
  pool: pg.Pool,
  wait: <T>(point: string, work: () => Promise<T>) => Promise<T>,
): SignerDatabase {
  const bounded = boundedPool(pool)
  const connect = async () => {
    const client = await wait('connect', () => bounded.connect())
    const query = (text: string, values: readonly unknown[]) =>
      wait(nameOf(text), () => client.query(text, values))
    return { ...client, query, release: () => client.release() }
  }
  const dialect = new PostgresDialect({
    pool: { connect, end: () => bounded.end() } as ConstructorParameters<
      typeof PostgresDialect
    >[0]['pool'] &
      object,
  })
  return new Kysely({ dialect })
}

/** A statement by its first words. */
function nameOf(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim().split(' ').slice(0, 4).join(' ').toLowerCase()
}
