import * as z from 'zod/mini'
import { user } from '../../entities/user.js'
import { userId } from '../../primitives/user-id.js'
import { route } from '../../route.js'
import { walletRpcAnswer } from '../../wallet-rpc/answers.js'
import { rawSignAnswer, rawSignBody } from '../../wallet-rpc/raw-sign.js'
import { balance, balanceQuery } from '../balance.js'
import { flag, resourceId } from '../fields.js'
import {
  userKey,
  userKeyInput,
  walletExported,
  walletExportInput,
  walletImportInit,
  walletImportKey,
  walletImportSubmit,
} from '../key-transport.js'
import { transaction, transactionPage, transactionQuery } from '../transaction.js'
import { transfer, transferInput } from '../transfer.js'
import {
  userWalletsInput,
  wallet,
  walletBatch,
  walletBatchInput,
  walletByAddress,
  walletEntity,
  walletEntityInput,
  walletInput,
  walletPage,
  walletQuery,
  walletUpdate,
} from '../wallet.js'

const params = z.object({ wallet_id: resourceId })
const archived = z.object({ include_archived: z.optional(flag) })
const base = { auth: 'secret' } as const
/** There is no signer, or the app has not switched it on. Clients of back ends read 403 as a matter of keys. */
const off = { code: 'feature_not_enabled', status: 400 } as const
const reads = ['invalid_data', 'not_found', off] as const
/** What a call that needs the owner's signatures answers. */
const signed = [
  'invalid_data',
  'not_found',
  'missing_or_invalid_token',
  'awaiting_approval',
  { code: 'policy_violation', status: 400 },
  'too_many_requests',
  off,
] as const
const signs = [
  ...signed,
  'not_supported',
  'insufficient_funds',
  'transaction_broadcast_failure',
] as const

/** Server wallets: their life (wire reference §24, §35, §42). */
export const serverWallets = {
  create: route({
    ...base,
    method: 'POST',
    path: '/wallets',
    summary: 'Create a wallet',
    body: walletInput,
    response: wallet,
    errors: ['invalid_data', 'not_supported', 'too_many_requests', off],
  }),
  createBatch: route({
    ...base,
    method: 'POST',
    path: '/wallets/batch',
    summary: 'Create up to 100 wallets, each by itself',
    body: walletBatchInput,
    response: walletBatch,
    errors: ['invalid_data', 'too_many_requests', off],
  }),
  createForUser: route({
    ...base,
    method: 'POST',
    path: '/users/{user_id}/wallets',
    summary: 'Create wallets for a user, who may not have logged in yet',
    params: z.object({ user_id: userId }),
    body: userWalletsInput,
    response: user,
    errors: ['invalid_data', 'user_does_not_exist', 'not_supported', 'too_many_requests', off],
  }),
  list: route({
    ...base,
    method: 'GET',
    path: '/wallets',
    summary: 'The wallets of the app, filtered',
    query: walletQuery,
    response: walletPage,
    errors: ['invalid_data'],
  }),
  find: route({
    ...base,
    method: 'GET',
    path: '/wallets/{wallet_id}',
    summary: 'A wallet',
    params,
    query: archived,
    response: wallet,
    errors: reads,
  }),
  findByAddress: route({
    ...base,
    method: 'POST',
    path: '/wallets/address',
    summary: 'The wallet with an address',
    body: walletByAddress,
    response: wallet,
    errors: reads,
  }),
  update: route({
    ...base,
    method: 'PATCH',
    path: '/wallets/{wallet_id}',
    summary: 'Change a wallet, with signatures of its present owner',
    params,
    body: walletUpdate,
    response: wallet,
    errors: signed,
  }),
  archive: route({
    ...base,
    method: 'POST',
    path: '/wallets/{wallet_id}/archive',
    summary: 'Hide a wallet from lists and from use. Clients never sign this call',
    params,
    response: wallet,
    errors: reads,
  }),
  assignEntity: route({
    ...base,
    method: 'POST',
    path: '/wallets/{wallet_id}/entity',
    summary: 'Tie a wallet to an entity of the app',
    params,
    body: walletEntityInput,
    response: walletEntity,
    errors: [...reads, 'not_supported'],
  }),
  beginImport: route({
    ...base,
    method: 'POST',
    path: '/wallets/import/init',
    summary: 'The key that a private key or phrase is sealed to',
    body: walletImportInit,
    response: walletImportKey,
    errors: ['invalid_data', 'not_supported', 'too_many_requests', off],
  }),
  submitImport: route({
    ...base,
    method: 'POST',
    path: '/wallets/import/submit',
    summary: 'Import a sealed private key or phrase; the address is checked first',
    body: walletImportSubmit,
    response: wallet,
    errors: ['invalid_data', 'not_supported', 'too_many_requests', off],
  }),
  authenticate: route({
    ...base,
    method: 'POST',
    path: '/wallets/authenticate',
    summary: 'Exchange a user’s token for a key that signs for the user',
    body: userKeyInput,
    response: userKey,
    errors: ['invalid_data', 'missing_or_invalid_token', 'too_many_requests', off],
  }),
  authenticateOlder: route({
    ...base,
    method: 'POST',
    path: '/user_signers/authenticate',
    summary: 'The same by the path of server-auth',
    body: userKeyInput,
    response: userKey,
    errors: ['invalid_data', 'missing_or_invalid_token', 'too_many_requests', off],
  }),
  exportKey: route({
    ...base,
    method: 'POST',
    path: '/wallets/{wallet_id}/export',
    summary: 'The private key or phrase, sealed to a key of the caller',
    params,
    body: walletExportInput,
    response: walletExported,
    errors: [...signed, 'not_supported'],
  }),
}

/** Server wallets: what they sign and send (wire reference §36, §37). */
export const walletActions = {
  rpc: route({
    ...base,
    method: 'POST',
    path: '/wallets/{wallet_id}/rpc',
    summary: 'Sign with a wallet, or send what it signs',
    params,
    // Read by `readWalletRpc`, which tells what is not offered from what is wrong.
    body: z.record(z.string(), z.unknown()),
    response: walletRpcAnswer,
    errors: signs,
  }),
  rawSign: route({
    ...base,
    method: 'POST',
    path: '/wallets/{wallet_id}/raw_sign',
    summary: 'Sign a digest, which says nothing about what it allows',
    params,
    body: rawSignBody,
    response: rawSignAnswer,
    errors: signs,
  }),
  transfer: route({
    ...base,
    method: 'POST',
    path: '/wallets/{wallet_id}/transfer',
    summary: 'Send an amount of one asset to an address',
    params,
    body: transferInput,
    response: transfer,
    errors: signs,
  }),
  findAction: route({
    ...base,
    method: 'GET',
    path: '/wallets/{wallet_id}/actions/{action_id}',
    summary: 'A transfer and what became of it',
    params: z.object({ wallet_id: resourceId, action_id: resourceId }),
    query: z.object({ include: z.optional(z.literal('steps')) }),
    response: transfer,
    errors: reads,
  }),
  balance: route({
    ...base,
    method: 'GET',
    path: '/wallets/{wallet_id}/balance',
    summary: 'What a wallet has',
    params,
    query: balanceQuery,
    response: balance,
    errors: [...reads, 'not_supported'],
  }),
  transactions: route({
    ...base,
    method: 'GET',
    path: '/wallets/{wallet_id}/transactions',
    summary: 'Transactions of a wallet in one asset',
    params,
    query: transactionQuery,
    response: transactionPage,
    errors: [...reads, 'not_supported'],
  }),
  cancel: route({
    ...base,
    method: 'POST',
    path: '/wallets/{wallet_id}/transactions/{transaction_id}/cancel',
    summary: 'Send a transaction that does nothing in the place of one that waits',
    params: z.object({ wallet_id: resourceId, transaction_id: resourceId }),
    response: transaction,
    errors: signs,
  }),
}
