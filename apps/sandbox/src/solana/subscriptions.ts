import type { WebSocket } from 'ws'
import { failure, handleRpc, success, toCall } from './call.js'
import { encodeAccount } from './encode-account.js'
import type { TransactionRecord } from './history.js'
import { toJson } from './json.js'
import type { Ledger } from './ledger.js'
import { toAddress, toOptions } from './methods/method.js'
import { invalidParams } from './rpc-error.js'

/** Sends a notification's result to the client. */
type Send = (result: unknown) => void
/** Starts a subscription; the returned function ends it. */
type Subscribe = (ledger: Ledger, params: readonly unknown[], send: Send) => () => void

/** Limit of open subscriptions for one socket: more than any client needs. */
const maxOpen = 1000
let lastId = 0

/** Serves one websocket with the RPC's methods and subscriptions. */
export function serveSocket(ledger: Ledger, socket: WebSocket): void {
  const open = new Map<number, () => void>()
  const send = (text: string) => socket.readyState === socket.OPEN && socket.send(text)

  // Messages that are too long and broken frames close the socket; nothing else to do.
  socket.on('error', () => undefined)
  socket.on('message', (data) => {
    const text = String(data)
    let id: unknown = null
    try {
      const call = toCall(JSON.parse(text))
      id = call.id
      const [, name, verb] = /^(.*)(Subscribe|Unsubscribe)$/.exec(call.method) ?? []
      const subscribe = subscriptions.get(name ?? '')
      if (!subscribe || !verb) return send(handleRpc(ledger, text))
      if (verb === 'Unsubscribe') {
        const key = Number(call.params[0])
        open.get(key)?.()
        return send(success(id, open.delete(key)))
      }
      if (open.size >= maxOpen) throw invalidParams(`at most ${maxOpen} subscriptions`)
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
      // Send the reply first, because it tells the client the subscription's id.
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
    const notify = (slot: bigint) => send({ slot, parent: slot - 1n, root: slot - 1n })
    ledger.on('slot', notify)
    return () => ledger.off('slot', notify)
  },
  signature: (ledger, [signature], send) => {
    const notify = (record: TransactionRecord) => {
      if (record.signature !== signature) return
      ledger.off('transaction', notify)
      send(at(record.slot, { err: record.err }))
    }
    ledger.on('transaction', notify)
    const known = ledger.history.get(String(signature))
    if (known) notify(known)
    return () => ledger.off('transaction', notify)
  },
  account: (ledger, [owner, options], send) => {
    const wanted = toAddress(owner)
    const read = () => encodeAccount(ledger.svm.getAccount(wanted), options)
    // Refuse invalid options now; otherwise they would throw during another client's transaction.
    read()
    const notify = (record: TransactionRecord) => {
      if (record.accounts.includes(wanted)) send(at(record.slot, read()))
    }
    ledger.on('transaction', notify)
    return () => ledger.off('transaction', notify)
  },
  logs: (ledger, [filter], send) => {
    const wanted = logFilter(filter)
    const notify = (record: TransactionRecord) => {
      if (wanted && !record.accounts.includes(wanted)) return
      const { signature, err, logs } = record
      send(at(record.slot, { signature, err, logs }))
    }
    ledger.on('transaction', notify)
    return () => ledger.off('transaction', notify)
  },
}

/* A map, because the client chooses the name and an object also has inherited names. */
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
