import { placeOfPin, type RecordStore, sealKeyPlace } from '@sallyport/keyholder'
import { placeOfDelegation } from './consents.js'
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
  },
  shortLived: {},
  keyIdInfo,
  setting: 'SALLYPORT_SIGNER_KEK',
  command: 'signer-keys',
}
