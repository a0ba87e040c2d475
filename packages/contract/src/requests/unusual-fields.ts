/** Fields of an Ethereum transaction whose value is far from what transactions have. */
export type UnusualField = 'fee' | 'gas' | 'nonce'

/** From here on a price per unit of gas is unusual, in wei: 10,000 gwei. */
const unusualPriceWei = 10n ** 13n
/** From here on the highest fee of a transaction is unusual, in wei: one whole coin. */
const unusualFeeWei = 10n ** 18n
/** What the blocks of most networks hold in all. */
const unusualGas = 30_000_000n
/** No wallet of a person has sent so many transactions. */
const unusualNonce = 1_000_000n

/**
 * The fields that a careless app or a lying node may have set (T-38): they are shown as unusual and asked for, never signed
 * unseen.
 */
export function unusualFields(transaction: {
  maxFeeWei: bigint
  gasLimit: bigint
  nonce: bigint
}): UnusualField[] {
  const { maxFeeWei, gasLimit, nonce } = transaction
  const isExpensive = maxFeeWei >= unusualFeeWei || maxFeeWei >= unusualPriceWei * gasLimit
  const found = {
    fee: maxFeeWei > 0n && isExpensive,
    gas: gasLimit >= unusualGas,
    nonce: nonce >= unusualNonce,
  } satisfies Record<UnusualField, boolean>
  // The keys are the fields.
  return (Object.keys(found) as UnusualField[]).filter((field) => found[field])
}
