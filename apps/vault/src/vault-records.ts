import { placeOfPin, type RecordStore, sealKeyPlace } from '@sallyport/keyholder'
import { factorKeyPlace } from './factors/factor-key.js'
import { placeOfFactor } from './factors/factor-store.js'
import type { FactorMethod } from './factors/tables.js'
import { placeOfContacts } from './notices/contacts.js'
import { placeOfNotice } from './notices/outbox.js'
import { keyIdInfo } from './record-cipher.js'
import { placeOf } from './recovery-key-rows.js'
import { placeOfRootPin } from './root-pin-rows.js'

const columns: RecordStore['columns'] = {
  'seal_key.wrapped_private_key': {
    table: 'seal_key',
    column: 'wrapped_private_key',
    keys: ['id'],
    placeOf: () => sealKeyPlace,
  },
  'factor_key.wrapped_private_key': factorKeyColumn('wrapped_private_key'),
  'factor_key.wrapped_pepper': factorKeyColumn('wrapped_pepper'),
  'app_key.record': {
    table: 'app_key',
    column: 'record',
    keys: ['app_id'],
    placeOf: ([appId = '']) => placeOfPin(appId),
  },
  'recovery_key.record': {
    table: 'recovery_key',
    column: 'record',
    keys: ['app_id', 'user_id', 'wallet_id', 'key_id', 'created_at_ms'],
    placeOf: ([appId = '', userId = '', walletId = '', keyId = '', storedAtMs = '']) =>
      placeOf({ appId, userId, walletId, keyId }, Number(storedAtMs)),
  },
  'factor.record': {
    table: 'factor',
    column: 'record',
    keys: ['app_id', 'user_id', 'method', 'factor_id'],
    placeOf: ([appId = '', userId = '', method = '', factorId = '']) =>
      // The column's values are of this type.
      placeOfFactor({ appId, userId }, { method: method as FactorMethod, factorId }),
  },
  'contact.record': {
    table: 'contact',
    column: 'record',
    keys: ['app_id', 'user_id'],
    placeOf: ([appId = '', userId = '']) => placeOfContacts({ appId, userId }),
  },
  'root_pin.record': {
    table: 'root_pin',
    column: 'record',
    keys: ['app_id', 'user_id', 'slot'],
    placeOf: ([appId = '', userId = '', slot = '']) => placeOfRootPin({ appId, userId, slot }),
  },
  'notice.record': {
    table: 'notice',
    column: 'record',
    keys: ['id'],
    placeOf: ([id = '']) => placeOfNotice(id),
  },
}

function factorKeyColumn(column: string): RecordStore['columns'][string] {
  return { table: 'factor_key', column, keys: ['id'], placeOf: () => factorKeyPlace(column) }
}

/** What the vault keeps under its key-encryption keys. */
export const vaultRecords: RecordStore = {
  columns,
  shortLived: { 'factor_challenge.record': { table: 'factor_challenge', column: 'record' } },
  keyIdInfo,
  setting: 'SALLYPORT_VAULT_KEK',
  command: 'vault-keys',
}
