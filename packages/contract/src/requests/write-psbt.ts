/** An input to write. `script` is hex; `previous` the whole transaction it spends from, where the signer wants that. */
interface PsbtInputParts {
  txid: string
  vout: number
  script: string
  value: bigint
  previous?: string
}

/** Inputs can be replaced by a higher fee (BIP-125). */
const replaceable = 0xfffffffdn

/** A PSBT of version 0 (BIP-174) in hex: what it spends, and what it pays. */
export function writePsbt(
  inputs: readonly PsbtInputParts[],
  outputs: readonly { script: string; value: bigint }[],
): string {
  const unsigned = [
    number(2n, 4),
    compact(inputs.length),
    ...inputs.map(
      ({ txid, vout }) => `${reversed(txid)}${number(BigInt(vout), 4)}00${number(replaceable, 4)}`,
    ),
    compact(outputs.length),
    ...outputs.map(output),
    number(0n, 4),
  ].join('')
  const maps = inputs.map(({ script, value, previous }) => {
    const whole = previous === undefined ? '' : `0100${sized(previous)}`
    return `${whole}0101${sized(output({ script, value }))}00`
  })
  return ['70736274ff', `0100${sized(unsigned)}00`, ...maps, ...outputs.map(() => '00')].join('')
}

function output({ script, value }: { script: string; value: bigint }): string {
  return `${number(value, 8)}${sized(script)}`
}

function sized(hex: string): string {
  return `${compact(hex.length / 2)}${hex}`
}

function compact(length: number): string {
  if (length < 0xfd) return number(BigInt(length), 1)
  if (length <= 0xffff) return `fd${number(BigInt(length), 2)}`
  return `fe${number(BigInt(length), 4)}`
}

/** Little-endian, `width` bytes. */
function number(value: bigint, width: number): string {
  return reversed(value.toString(16).padStart(2 * width, '0'))
}

function reversed(hex: string): string {
  return (hex.match(/../g) ?? []).reverse().join('')
}
