import { genesisHash } from '../genesis-hash.js'
import { type Method, withContext } from './method.js'

const slotsPerEpoch = 432_000n

/** Methods for the state of the chain. */
export const chainMethods = {
  getHealth: () => 'ok',
  getVersion: () => ({ 'solana-core': '3.0.0', 'feature-set': 0 }),
  getGenesisHash: () => genesisHash,
  getIdentity: () => ({ identity: '11111111111111111111111111111111' }),
  getSlot: (ledger) => ledger.slot,
  getBlockHeight: (ledger) => ledger.slot,
  getFirstAvailableBlock: () => 0,
  getTransactionCount: (ledger) => ledger.history.all().length,
  getBlockTime: (ledger) => ledger.svm.getClock().unixTimestamp,
  getEpochInfo: (ledger) => ({
    absoluteSlot: ledger.slot,
    blockHeight: ledger.slot,
    epoch: ledger.slot / slotsPerEpoch,
    slotIndex: ledger.slot % slotsPerEpoch,
    slotsInEpoch: slotsPerEpoch,
    transactionCount: ledger.history.all().length,
  }),
  getLatestBlockhash: (ledger) => withContext(ledger, ledger.latestBlockhash()),
  isBlockhashValid: (ledger, [blockhash]) =>
    withContext(ledger, ledger.isBlockhashValid(String(blockhash))),
  getMinimumBalanceForRentExemption: (ledger, [length]) =>
    ledger.svm.minimumBalanceForRentExemption(BigInt(Number(length) || 0)),
  getRecentPrioritizationFees: (ledger) => [{ slot: ledger.slot, prioritizationFee: 0 }],
} satisfies Record<string, Method>
