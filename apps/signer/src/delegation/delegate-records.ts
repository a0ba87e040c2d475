import type { RecordStore } from '../encryption-keys.js'
import { placeOfPin } from '../pins.js'
import { sealKeyPlace } from '../seal-key.js'
import { placeOfDelegation } from './consents.js'
import { keyIdInfo } from './delegate-cipher.js'

/** What the signer of delegated wallets keeps under its key-encryption keys. */
export const delegateRecords: RecordStore = {
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
  },
  shortLived: {},
  keyIdInfo,
  setting: 'SALLYPORT_DELEGATE_KEK',
  command: 'delegate-keys',
}
