import { type TypedDataRequest, useSignTypedData, useWallets } from '@sallyport/react'
import { verifyTypedData } from 'viem'
import { Copyable } from '../copyable.js'
import { Icon } from '../icon.js'
import { Result } from '../result.js'
import { useAction } from '../use-action.js'

/** The order that is signed: domain, types and message of EIP-712. */
const typedOrder: TypedDataRequest = {
  domain: {
    name: 'Corner shop',
    version: '1',
    chainId: 31337,
    verifyingContract: '0x0000000000000000000000000000000000000001',
  },
  types: {
    Item: [
      { name: 'name', type: 'string' },
      { name: 'pieces', type: 'uint256' },
    ],
    Order: [
      { name: 'buyer', type: 'string' },
      { name: 'items', type: 'Item[]' },
      { name: 'paid', type: 'bool' },
    ],
  },
  primaryType: 'Order',
  message: {
    buyer: 'Ada',
    items: [
      { name: 'Bread', pieces: '2' },
      { name: 'Olives', pieces: '1' },
    ],
    paid: false,
  },
}

/** Signs structured data with the Ethereum wallet (EIP-712) and verifies the signature in the page. */
export function SignTypedData() {
  const [wallet] = useWallets().wallets
  const { signTypedData } = useSignTypedData()
  const sign = useAction(async () => {
    if (!wallet) throw new Error('The wallet is not ready yet')
    const { signature } = await signTypedData(typedOrder, { address: wallet.address })
    // The wallet returns 0x-prefixed hex (EIP-1193).
    const valid = await verifyTypedData({
      ...typedOrder,
      address: wallet.address as `0x${string}`,
      signature: signature as `0x${string}`,
    })
    return { signature, valid }
  })
  return (
    <div className="well" data-testid="sign-typed-data">
      <span className="title">
        <Icon name="ethereum" />
        Typed data on Ethereum
      </span>
      <p className="paper">2 × Bread, 1 × Olives, for Ada</p>
      <button type="button" disabled={sign.busy || !wallet} onClick={() => sign.run()}>
        Sign typed data
      </button>
      <Result action={sign}>
        {({ signature, valid }) => (
          <>
            <strong>{valid ? 'The signature is valid' : 'The signature is not valid'}</strong>
            <Copyable text={signature} name="the signature" testId="signature" />
          </>
        )}
      </Result>
    </div>
  )
}
