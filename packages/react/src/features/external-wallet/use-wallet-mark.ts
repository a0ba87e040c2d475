import { externalWallet } from '@sallyport/core'
import { useEffect, useState } from 'react'

type Marks = typeof import('./wallet-marks.js')['walletMarks']
let loaded: Marks | null = null

/**
 * The mark of a wallet as an image's address: the wallet's own `icon`, else the one that we bring for a wallet of that name;
 * null while it is loading, and for a wallet of which there is none.
 */
export function useWalletMark({
  name,
  icon,
}: {
  name: string
  icon: string | null
}): string | null {
  const [marks, setMarks] = useState(loaded)
  const isMissing = icon === null && marks === null
  useEffect(() => {
    let isCurrent = true
    if (isMissing)
      import('./wallet-marks.js').then(
        ({ walletMarks }) => {
          loaded = walletMarks
          if (isCurrent) setMarks(walletMarks)
        },
        // The first letter of its name is enough.
        () => undefined,
      )
    return () => {
      isCurrent = false
    }
  }, [isMissing])
  if (icon !== null) return icon
  const ids = Object.keys(externalWallet.knownWallets) as externalWallet.KnownWalletName[] // the record's own
  const known = ids.find((id) => externalWallet.knownWallets[id].name === name)
  const mark = known && marks?.[known]
  return mark === undefined ? null : `data:image/svg+xml,${encodeURIComponent(mark)}`
}
