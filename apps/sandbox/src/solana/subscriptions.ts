import type { WebSocket } from 'ws'
import { answer, failure, success, toCall } from './call.js'
import { encodeAccount } from './encode-account.js'
import type { TransactionRecord } from './history.js'
import { toJson } from './json.js'
import type { Ledger } from './ledger.js'
import { toAddress, toOptions } from './methods/method.js'
import { invalidParams } from './rpc-error.js'

/** Tells the client something; the notification's name comes with the subscription. */
type Send = (result: unknown) => void
/** Starts a subscription; the returned function ends it. */
type Subscribe = (ledger: Ledger, params: readonly unknown[], send: Send) => () => void

/** Open subscriptions of one socket: more than any client needs. */
const mostOpen = 1000
let lastId = 0

/** Serves one websocket: every method of the RPC, and the subscriptions. */
export function serveSocket(ledger: Ledger, socket: WebSocket): void {
  const open = new Map<number, () => void>()
  const send = (text: string) => socket.readyState === socket.OPEN && socket.send(text)

  // Too long a message, broken frames: the socket closes by itself, and that is all there is to do.
  socket.on('error', () => undefined)
  socket.on('message', (data) => {
    const text = String(data)
    let id: unknown = null
    try {
      const call = toCall(JSON.parse(text))
      id = call.id
      const [, name, verb] = /^(.*)(Subscribe|Unsubscribe)$/.exec(call.method) ?? []
      const subscribe = subscriptions.get(name ?? '')
      if (!subscribe || !verb) return send(answer(ledger, text))
      if (verb === 'Unsubscribe') {
        const key = Number(call.params[0])
        open.get(key)?.()
        return send(success(id, open.delete(key)))
      }
      if (open.size >= mostOpen) throw invalidParams(`at most ${mostOpen} subscriptions`)
      lastId += 1
      const subscription = lastId
      const pending: string[] = []
      let replied = false
      const stop = subscribe(ledger, call.params, (result) => {
        const params = { subscription, result }
        const note = toJson({ jsonrpc: '2.0', method: `${name}Notification`, params })
        replied ? send(note) : pending.push(note)
      })
      open.set(subscription, stop)
      // The reply goes first: a client does not know the subscription before it.
      send(success(id, subscription))
      replied = true
      for (const note of pending) send(note)
    } catch (error) {
      send(failure(id, error))
    }
  })
  socket.on('close', () => {
    for (const stop of open.values()) stop()
  })
}

const subscribers: Record<string, Subscribe> = {
  slot: (ledger, _, send) => {
    const tell = (slot: bigint) => send({ slot, parent: slot - 1n, root: slot - 1n })
    ledger.on('slot', tell)
    return () => ledger.off('slot', tell)
  },
  signature: (ledger, [signature], send) => {
    const tell = (record: TransactionRecord) => {
      if (record.signature !== signature) return
      ledger.off('transaction', tell)
      send(at(record.slot, { err: record.err }))
    }
    ledger.on('transaction', tell)
    const known = ledger.history.get(String(signature))
    if (known) tell(known)
    return () => ledger.off('transaction', tell)
  },
  account: (ledger, [owner, options], send) => {
    const wanted = toAddress(owner)
    const read = () => encodeAccount(ledger.svm.getAccount(wanted), options)
    // Options that cannot be followed are refused now; later they would fail somebody else's transaction.
    read()
    const tell = (record: TransactionRecord) => {
      if (record.accounts.includes(wanted)) send(at(record.slot, read()))
    }
    ledger.on('transaction', tell)
    return () => ledger.off('transaction', tell)
  },
  logs: (ledger, [filter], send) => {
    const wanted = logFilter(filter)
    const tell = (record: TransactionRecord) => {
      if (wanted && !record.accounts.includes(wanted)) return
      const { signature, err, logs } = record
      send(at(record.slot, { signature, err, logs }))
    }
    ledger.on('transaction', tell)
    return () => ledger.off('transaction', tell)
  },
}

/* Looked up by a client's word: a map has no names of its own, as an object has. */
const subscriptions: ReadonlyMap<string, Subscribe> = new Map(Object.entries(subscribers))

function logFilter(filter: unknown): string | undefined {
  if (filter === 'all' || filter === 'allWithVotes') return undefined
  const { mentions } = toOptions(filter)
  if (!Array.isArray(mentions) || mentions.length !== 1) throw invalidParams('one address')
  return toAddress(mentions[0])
}

function at(slot: bigint, value: unknown): unknown {
  return { context: { slot }, value }
}
