import { placeOfPin, type RecordStore, sealKeyPlace } from '@sallyport/keyholder'
import { placeOfDelegation } from './grants/delegated/consents.js'
import { placeOfQuorum } from './grants/wallet/quorum-rows.js'
import { placeOfChange, placeOfCounter } from './grants/wallet/row-versions.js'
import { placeOfWallet } from './grants/wallet/wallet-rows.js'
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
  },
  shortLived: {},
  keyIdInfo,
  setting: 'SALLYPORT_SIGNER_KEK',
  command: 'signer-keys',
}
