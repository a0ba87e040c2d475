import type { SmartWalletType } from '@sallyport/contract'
import { type Address, encodeAbiParameters, encodeFunctionData, parseAbi } from 'viem'
import type { Call } from '../operation.js'

const abi = parseAbi([
  'function swapOwner(address previous, address owner, address next)',
  'function transferOwnership(address next)',
  'function onUninstall(bytes data)',
  'function addOwnerAddress(address next)',
  'function removeOwnerAtIndex(uint256 index, bytes owner)',
])

/** Who has a smart wallet, and who gets it. */
interface HandOver {
  address: Address
  owner: Address
  next: Address
}

/** The calls by which each kind takes a wallet from its owner. */
export const handOver: Record<SmartWalletType, (input: HandOver) => readonly Call[]> = {
  safe: ({ address, owner, next }) => {
    const args = ['0x0000000000000000000000000000000000000001', owner, next] as const
    return [{ to: address, data: encodeFunctionData({ abi, functionName: 'swapOwner', args }) }]
  },
  // The validator forgets the owner.
  kernel: () => [
    {
      to: '0x845ADb2C711129d4f3966735eD98a9F09fC4cE57',
      data: encodeFunctionData({ abi, functionName: 'onUninstall', args: ['0x'] }),
    },
  ],
  biconomy: ({ next }) => [
    { to: '0x0000001c5b32F37F5beA87BDD5374eB2aC54eA8e', data: transferTo(next) },
  ],
  light_account: ({ address, next }) => [{ to: address, data: transferTo(next) }],
  coinbase_smart_wallet: ({ address, owner, next }) => {
    const encoded = encodeAbiParameters([{ type: 'address' }], [owner])
    const add = encodeFunctionData({ abi, functionName: 'addOwnerAddress', args: [next] })
    const remove = encodeFunctionData({
      abi,
      functionName: 'removeOwnerAtIndex',
      args: [0n, encoded],
    })
    return [
      { to: address, data: add },
      { to: address, data: remove },
    ]
  },
}

function transferTo(next: Address) {
  return encodeFunctionData({ abi, functionName: 'transferOwnership', args: [next] })
}
