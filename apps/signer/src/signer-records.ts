import { placeOfPin, type RecordStore, sealKeyPlace } from '@sallyport/keyholder'
import { placeOfAnswered } from './answered.js'
import { placeOfDelegation } from './grants/delegated/consents.js'
import { placeOfImportKey } from './grants/wallet/import-keys.js'
import { placeOfWallet } from './grants/wallet/wallet-rows.js'
import { placeOfChunk } from './policy-rows/condition-set-rows.js'
import { placeOfJudged } from './policy-rows/judged-requests.js'
import { placeOfSpending, placeOfWindow } from './policy-rows/spend.js'
import { type AppRowKind, placeOfAppRow } from './rows/app-rows.js'
import { placeOfQuorum } from './rows/quorum-rows.js'
import { placeOfChange, placeOfCounter } from './rows/row-versions.js'
import { placeOfUserKey } from './rows/user-keys.js'
import { keyIdInfo } from './signer-cipher.js'

/** What the signer keeps under its key-encryption keys. */
export const signerRecords: RecordStore = {
  columns: {
    'seal_key.wrapped_private_key': {
      table: 'seal_key',
      column: 'wrapped_private_key',
      keys: ['id'],
      placeOf: () => sealKeyPlace,
    },
    'app_key.record': {
      table: 'app_key',
      column: 'record',
      keys: ['app_id'],
      placeOf: ([appId = '']) => placeOfPin(appId),
    },
    'delegation.record': {
      table: 'delegation',
      column: 'record',
      keys: ['consent_id'],
      placeOf: ([consentId = '']) => placeOfDelegation(consentId),
    },
    'wallet.record': {
      table: 'wallet',
      column: 'record',
      keys: ['app_id', 'wallet_id'],
      placeOf: ([appId = '', walletId = '']) => placeOfWallet(appId, walletId),
    },
    'key_quorum.record': {
      table: 'key_quorum',
      column: 'record',
      keys: ['app_id', 'quorum_id'],
      placeOf: ([appId = '', quorumId = '']) => placeOfQuorum(appId, quorumId),
    },
    'app_counter.record': {
      table: 'app_counter',
      column: 'record',
      keys: ['app_id'],
      placeOf: ([appId = '']) => placeOfCounter(appId),
    },
    'row_change.record': {
      table: 'row_change',
      column: 'record',
      keys: ['app_id', 'counter'],
      placeOf: ([appId = '', counter = '']) => placeOfChange(appId, counter),
    },
    'app_row.record': {
      table: 'app_row',
      column: 'record',
      keys: ['app_id', 'kind', 'id'],
      // The kinds of the table are ours.
      placeOf: ([appId = '', kind = '', id = '']) =>
        placeOfAppRow({ appId, kind: kind as AppRowKind, id }),
    },
    'condition_set_chunk.record': {
      table: 'condition_set_chunk',
      column: 'record',
      keys: ['app_id', 'set_id', 'chunk_id'],
      placeOf: ([appId = '', setId = '', chunkId = '']) => placeOfChunk({ appId, setId, chunkId }),
    },
    'user_key.record': {
      table: 'user_key',
      column: 'record',
      keys: ['app_id', 'user_id', 'key_id'],
      placeOf: ([appId = '', userId = '', keyId = '']) => placeOfUserKey({ appId, userId, keyId }),
    },
    'import_key.record': {
      table: 'import_key',
      column: 'record',
      keys: ['key_id'],
      placeOf: ([keyId = '']) => placeOfImportKey(keyId),
    },
    'answered.record': {
      table: 'answered',
      column: 'record',
      keys: ['wallet_id', 'name'],
      placeOf: ([walletId = '', name = '']) => placeOfAnswered({ walletId, name }),
    },
    'judged_request.record': {
      table: 'judged_request',
      column: 'record',
      keys: ['app_id', 'wallet_id', 'id'],
      placeOf: ([appId = '', walletId = '', id = '']) => placeOfJudged({ appId, walletId, id }),
    },
    'spending_window.record': {
      table: 'spending_window',
      column: 'record',
      keys: ['limit_id', 'scope_key'],
      placeOf: ([limitId = '', scopeKey = '']) => placeOfWindow({ limitId, scopeKey }),
    },
    'spending.record': {
      table: 'spending',
      column: 'record',
      keys: ['wallet_id', 'request'],
      placeOf: ([walletId = '', request = '']) => placeOfSpending(walletId, request),
    },
  },
  shortLived: {},
  keyIdInfo,
  setting: 'SALLYPORT_SIGNER_KEK',
  command: 'signer-keys',
}
