export {
  type AmountFormat,
  formatAmount,
  formatFee,
  formatMoment,
  roundUp,
  toDecimal,
} from './amounts.js'
export { endsAuthorization } from './authorization.js'
export {
  addressOfScript,
  type BitcoinNetwork,
  bitcoinNetworks,
  type Sha256,
  scriptOfAddress,
  spellBitcoinAddress,
} from './bitcoin-address.js'
export { fromHex, readableText, toBase58, toHex } from './bytes.js'
export { type BitcoinPayment, chooseUtxos, dustOf, type Utxo } from './choose-utxos.js'
export { requestWordsAr } from './copy/ar.js'
export { type RequestWords, requestWordsEn } from './copy/en.js'
export { rightsWordsAr } from './copy/rights-ar.js'
export { type RightsWords, rightsWordsEn } from './copy/rights-en.js'
export { describeRights } from './describe-rights.js'
export { type Checksum, readCall, readExactCall, unlimitedFrom } from './ethereum-call.js'
export type { Control } from './ethereum-control.js'
export { foldText, type TextPiece } from './fold-text.js'
export { type InertText, inertText, longestText } from './inert-text.js'
export { foreignSite, type LoginMessage, readLogin } from './login-message.js'
export { isSameAddress, looksLike } from './look-alike.js'
export { readMessage } from './message.js'
export { listedNetworks, type Network, networkOf } from './networks.js'
export { type OperationCall, readMultiSend, readOperationCalls } from './operation-calls.js'
export {
  type PackedOperation,
  packedOperationType,
  readPackedOperation,
} from './packed-operation.js'
export { present } from './present/present.js'
export {
  type Amount,
  type Caution,
  type ClaimedToken,
  type Part,
  type Presentation,
  type PresentGiven,
  plainPresentation,
  type Row,
  type ShownNetwork,
  type Step,
} from './present/presentation.js'
export { type WarningId, warningGrades } from './present/warnings.js'
export { type PsbtContent, type PsbtInput, parsePsbt } from './psbt.js'
export { readBitcoin } from './read-bitcoin.js'
export type {
  Authorization,
  BitcoinPart,
  BitcoinReading,
  EthereumAction,
  EthereumReading,
  OperationReading,
  SolanaReading,
  SolanaStep,
  StakeStep,
  Subject,
  TokenAmount,
  TokenRight,
} from './reading.js'
export { groupsOfFour, shorten, shortenSix } from './shorten.js'
export { type LookupTables, messageOfTransaction, readSolanaMessage } from './solana-message.js'
export { givesAuthority, readSolana, solanaPrograms } from './solana-steps.js'
export {
  isListedName,
  type ListedToken,
  listedToken,
  listedTokensAt,
  type TokenPlace,
} from './tokens/listed-tokens.js'
export {
  readTypedData,
  type TypedDataInput,
  type TypedDataReading,
  type TypedField,
  typedDataReadingLimits,
} from './typed-data.js'
export {
  type Expiry,
  givesControl,
  type TypedAmount,
  type TypedDataMeaning,
} from './typed-data-meaning.js'
export { type UnusualField, unusualFields } from './unusual-fields.js'
export { writePsbt } from './write-psbt.js'
