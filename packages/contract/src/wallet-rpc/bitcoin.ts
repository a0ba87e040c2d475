import * as z from 'zod/mini'
import { networkOf } from '../primitives/chain-id.js'
import { textMessage } from './ethereum.js'
import { base64Bytes, named, sending } from './fields.js'

/** Base64 of a transaction as large as the network takes. */
const mostPsbt = 600_000

const psbt = z.strictObject({ psbt: base64Bytes(mostPsbt), encoding: z.literal('base64') })

const bitcoinRpcSchema = z.discriminatedUnion('method', [
  z.strictObject({
    ...named,
    method: z.literal('bitcoin_signMessage'),
    params: textMessage,
  }),
  z.strictObject({
    ...named,
    method: z.literal('bitcoin_signPsbt'),
    params: psbt,
  }),
  z.strictObject({
    ...named,
    ...sending,
    method: z.literal('bitcoin_sendPsbt'),
    caip2: networkOf('bitcoin'),
    params: psbt,
  }),
])
type BitcoinRpcForm = typeof bitcoinRpcSchema
/** Named, so that other declarations refer to it. */
export interface BitcoinRpcSchema extends BitcoinRpcForm {}
/** What a wallet on Bitcoin signs and sends, by method. No public client has calls for these: the names are ours. */
export const bitcoinRpc: BitcoinRpcSchema = bitcoinRpcSchema
