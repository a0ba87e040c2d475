import type { Socket } from 'node:net'
import { type RefusalDetails, refusalDetails } from '@sallyport/protocols/signer'
import { type VaultErrorCode, vaultErrorCodes } from '@sallyport/protocols/vault'
import type * as z from 'zod/mini'
import { VaultRefusal, VaultUnavailable } from './vault.js'

/** The calls of a program, with the form of their answers. */
export type Calls = Readonly<Record<string, { output: z.ZodMiniType }>>

/** Makes the calls of a program over one address. */
export interface SocketClient<K extends Calls> {
  call<C extends keyof K & string>(call: C, input: unknown): Promise<z.output<K[C]['output']>>
  /** Closes the connection; pending calls fail. */
  close(): void
}

/** In milliseconds. */
export interface Deadlines {
  /** Of a call that was sent; 5,000 by default. */
  deadlineMs?: number
  /** How long a call waits to be sent while others are open; 1,000 by default. */
  waitMs?: number
}

interface PendingCall {
  line: string
  /** Begins the time in which the vault has to answer. */
  begin: () => void
  /** Ends its deadline. */
  stop: () => void
  resolve: (output: unknown) => void
  reject: (error: Error) => void
}

/** Most open requests that the vault accepts on one connection. */
const maxOutstanding = 64
/** Most calls that wait for one of these to end. */
const maxWaiting = 1_000
/** How long a caller is asked to wait whose call was not sent. */
const busySeconds = 1
/** So many calls that were given up may be open on a connection. */
const maxLate = 32
/** Bytes of a request that the vault and the signer take; a connection with more of them is ended, with every call on it. */
const maxRequestBytes = 262_144
/** A signed PSBT has about twice the bytes of the one that was sent. */
const maxAnswerLength = 2 * maxRequestBytes

/** A connection that is given no sign for so long, while calls are open on it, is asked for one; after the second time it is dropped. */
const silence = { askMs: 1_500, dropMs: 4_000, lookMs: 500 } as const
/** An answer to it is of no call. */
const signLine = `${JSON.stringify({ id: 'sign', call: 'health', input: {} })}\n`

/** How a connection is opened; `onReady` is called when it is made. */
type OpenSocket = (onReady: () => void) => Socket

type Options = Deadlines & { watchesSilence?: boolean }

/**
 * Creates a client with one connection, opened on demand and again after it breaks.
 *
 * @param options.watchesSilence  The program is on another host: a connection to a host that is gone is noticed within four seconds of a
 *   call, before its deadline.
 */
export function createSocketClient<K extends Calls>(
  calls: K,
  openSocket: OpenSocket,
  options: Options,
): SocketClient<K> {
  const { exchange, close } = createExchange(openSocket, options)
  return {
    call: async (call, input) => {
      const parsed = calls[call]?.output.safeParse(await exchange(call, input))
      if (!parsed?.success)
        throw new VaultUnavailable('The vault response does not match the contract')
      // The schema and the output type belong to the same call.
      return parsed.data as z.output<K[typeof call]['output']>
    },
    close,
  }
}

/** Sends calls and hands out their answers. */
function createExchange(
  openSocket: OpenSocket,
  { deadlineMs = 5_000, waitMs = 1_000, watchesSilence = false }: Options,
): { exchange: (call: string, input: unknown) => Promise<unknown>; close: () => void } {
  const sent = new Map<string, PendingCall>()
  const waiting = new Map<string, PendingCall>()
  /** Calls that were given up, and that the vault still counts as open on the connection. */
  const late = new Set<string>()
  let socket: Socket | undefined
  /** The connection was made: what was written may have been read. */
  let isMade = false
  let watch: NodeJS.Timeout | undefined
  let count = 0
  /** When the vault last answered, or was asked while it had nothing else to do. */
  let lastSignMs = 0

  const drop = (broken: Socket, reason: string) => {
    if (socket !== broken) return
    socket = undefined
    clearInterval(watch)
    broken.destroy()
    fail(sent, new VaultUnavailable(reason, { mayBeDone: isMade }))
    fail(waiting, new VaultUnavailable(reason, { mayBeDone: false }))
    late.clear()
  }
  const openNew = () => {
    isMade = false
    const opened = open(openSocket, { settle, drop, onReady: () => (isMade = true) })
    const signs = { isIdle: () => sent.size === 0, silentMs: () => performance.now() - lastSignMs }
    if (watchesSilence) watch = watchSilence(opened, { ...signs, drop })
    return opened
  }
  const settle = (line: string) => {
    const answer = readAnswer(line)
    if (!answer) return
    lastSignMs = performance.now()
    late.delete(answer.id)
    const call = sent.get(answer.id)
    if (!call) return flush() // Its deadline has passed.
    sent.delete(answer.id)
    call.stop()
    if ('code' in answer) call.reject(refusalOf(answer))
    else call.resolve(answer.output)
    flush()
  }
  const flush = () => {
    for (const [id, call] of waiting) {
      if (sent.size + late.size >= maxOutstanding) return
      if (sent.size + late.size === 0) lastSignMs = performance.now()
      waiting.delete(id)
      sent.set(id, call)
      call.begin()
      socket ??= openNew()
      socket.write(call.line)
    }
  }
  const exchange = (call: string, input: unknown) =>
    new Promise<unknown>((resolve, reject) => {
      if (waiting.size >= maxWaiting) return reject(tooMany())
      count += 1
      const id = String(count)
      const line = `${JSON.stringify({ id, call, input })}\n`
      if (Buffer.byteLength(line) > maxRequestBytes) return reject(tooLarge())
      const giveUp = () => {
        sent.delete(id)
        const isHanging = performance.now() - lastSignMs >= deadlineMs
        // A slow vault ends the call some time. A hanging one counts it as open for ever; a new connection starts at zero.
        if (!isHanging && late.size < maxLate) late.add(id)
        else if (socket) drop(socket, 'The vault did not answer in time')
        reject(new VaultUnavailable('The vault did not answer in time', { mayBeDone: isMade }))
      }
      let timer = setTimeout(() => {
        waiting.delete(id)
        reject(tooMany())
      }, waitMs)
      const begin = () => {
        clearTimeout(timer)
        timer = setTimeout(giveUp, deadlineMs)
      }
      const stop = () => clearTimeout(timer)
      waiting.set(id, { line, begin, stop, resolve, reject })
      flush()
    })

  const close = () => {
    if (socket) drop(socket, 'The connection to the vault was closed')
  }
  return { exchange, close }
}

function fail(calls: Map<string, PendingCall>, error: VaultUnavailable): void {
  const failed = [...calls.values()]
  calls.clear()
  for (const { stop, reject } of failed) {
    stop()
    reject(error)
  }
}

/** Asks for a sign of a connection that gives none to open calls, and drops it when none comes. */
function watchSilence(
  socket: Socket,
  on: {
    isIdle: () => boolean
    silentMs: () => number
    drop: (socket: Socket, reason: string) => void
  },
): NodeJS.Timeout {
  let isAsked = false
  const look = () => {
    if (on.isIdle() || on.silentMs() < silence.askMs) isAsked = false
    else if (isAsked && on.silentMs() >= silence.dropMs) on.drop(socket, 'The host does not answer')
    else if (!isAsked) {
      isAsked = true
      socket.write(signLine)
    }
  }
  return setInterval(look, silence.lookMs).unref()
}

/** A program whose clock is wrong is as good as one that is away: another one is asked. */
function refusalOf({ code, wait, details }: Refused): VaultRefusal | VaultUnavailable {
  if (code === 'clock_off')
    return new VaultUnavailable('The clock of its host is wrong', { mayBeDone: false })
  return new VaultRefusal(code, wait, details)
}

/** The refusal of a call that was not sent. */
function tooMany(): VaultRefusal {
  return new VaultRefusal('too_many_requests', busySeconds)
}

function tooLarge(): VaultRefusal {
  const message = 'The request is too large: with its signatures it may have 256 KB'
  return new VaultRefusal('invalid_request', undefined, { message })
}

function open(
  openSocket: OpenSocket,
  on: {
    settle: (line: string) => void
    drop: (socket: Socket, reason: string) => void
    onReady: () => void
  },
): Socket {
  const socket = openSocket(on.onReady)
  let text = ''
  socket.setEncoding('utf8')
  socket.unref() // An idle connection keeps no process alive.
  socket.on('error', () => on.drop(socket, 'The vault cannot be reached'))
  socket.on('close', () => on.drop(socket, 'The vault closed the connection'))
  socket.on('data', (chunk: string) => {
    const lines = (text + chunk).split('\n')
    text = lines.pop() ?? ''
    if (text.length > maxAnswerLength)
      return on.drop(socket, 'The vault response exceeds the size limit')
    for (const line of lines) on.settle(line)
  })
  return socket
}

interface Refused {
  id: string
  code: VaultErrorCode
  wait: number | undefined
  details: RefusalDetails | undefined
}
type VaultAnswer = { id: string; output: unknown } | Refused

function readAnswer(line: string): VaultAnswer | undefined {
  let answer: unknown
  try {
    answer = JSON.parse(line)
  } catch {
    return undefined // Not an answer: the call it was meant for runs into its deadline.
  }
  if (typeof answer !== 'object' || answer === null || !('id' in answer)) return undefined
  const { id } = answer
  if (typeof id !== 'string') return undefined
  if ('output' in answer) return { id, output: answer.output }
  const error = 'error' in answer ? answer.error : undefined
  const given: { code?: unknown; retryAfterSeconds?: unknown; details?: unknown } =
    typeof error === 'object' && error !== null ? error : {}
  const { code, retryAfterSeconds } = given
  return {
    id,
    code: vaultErrorCodes.find((known) => known === code) ?? 'internal_error',
    wait: typeof retryAfterSeconds === 'number' ? retryAfterSeconds : undefined,
    details: refusalDetails.safeParse(given.details).data,
  }
}
