import type { InertText } from '../inert-text.js'
import type { Part, PresentGiven, Row } from './presentation.js'

/** Functions by selector, as they are declared. */
const signatures: Readonly<Record<string, string>> = {
  '0xa9059cbb': 'transfer(address,uint256)',
  '0x23b872dd': 'transferFrom(address,address,uint256)',
  '0x095ea7b3': 'approve(address,uint256)',
  '0x39509351': 'increaseAllowance(address,uint256)',
  '0xa22cb465': 'setApprovalForAll(address,bool)',
  '0x42842e0e': 'safeTransferFrom(address,address,uint256)',
  '0xb88d4fde': 'safeTransferFrom(address,address,uint256,bytes)',
  '0xf242432a': 'safeTransferFrom(address,address,uint256,uint256,bytes)',
  '0x87517c45': 'approve(address,address,uint160,uint48)',
  '0xf2fde38b': 'transferOwnership(address)',
  '0x13af4035': 'setOwner(address)',
  '0x8f283970': 'changeAdmin(address)',
  '0x0d582f13': 'addOwnerWithThreshold(address,uint256)',
  '0xe318b52b': 'swapOwner(address,address,address)',
  '0x2f2ff15d': 'grantRole(bytes32,address)',
  '0x3659cfe6': 'upgradeTo(address)',
  '0x4f1ef286': 'upgradeToAndCall(address,bytes)',
  '0x610b5925': 'enableModule(address)',
  '0xe19a9dd9': 'setGuard(address)',
  '0xf08a0323': 'setFallbackHandler(address)',
}
/** Arguments that are shown on rows of their own; the data is below them, whole. */
const mostArguments = 8

/** A call's function with its arguments where that is known, and its data. */
export function callDetails({ text }: InertText, { words }: PresentGiven): Part[] {
  const selector = text.slice(0, 10).toLowerCase()
  const signature = Object.hasOwn(signatures, selector) ? signatures[selector] : undefined
  const data: Part = { kind: 'text', label: words.data, text, isMono: true }
  if (!/^0x[0-9a-f]{8}$/.test(selector)) return [data]
  const rows: Row[] = [
    { label: words.function, value: signature ?? selector, form: 'mono' },
    ...argumentsOf(text, signature).map(
      (value, index): Row => ({
        label: words.argument(String(index + 1)),
        value,
        form: /^0x[0-9a-f]{40}$/.test(value) ? 'address' : 'mono',
      }),
    ),
  ]
  return [{ kind: 'rows', role: 'facts', rows }, data]
}

/** The arguments by their types; words of 32 bytes as they are where the types are not known. */
function argumentsOf(data: string, signature: string | undefined): string[] {
  const words = (/^([0-9a-f]{64})*/i.exec(data.slice(10))?.[0].match(/.{64}/g) ?? []).slice(
    0,
    mostArguments,
  )
  const types = signature?.slice(signature.indexOf('(') + 1, -1).split(',')
  return words.slice(0, types?.length).map((word, index) => spell(word, types?.[index]))
}

function spell(word: string, type: string | undefined): string {
  if (type === 'address') return `0x${word.slice(24).toLowerCase()}`
  if (type === 'bool') return BigInt(`0x${word}`) === 0n ? 'false' : 'true'
  if (type?.startsWith('uint')) return BigInt(`0x${word}`).toString()
  return `0x${word}`
}
