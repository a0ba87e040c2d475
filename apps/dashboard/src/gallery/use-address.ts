import { type Address, readAddress, writeAddress } from '@sallyport/gallery'
import { useEffect, useState } from 'react'

/** How long an address rests before it is written: browsers refuse a page that writes at every move of a picker. */
const restMs = 150

/** What the gallery shows, read from the page's own address and kept in it. */
export function useAddress(): [Address, (changed: Partial<Address>) => void] {
  const [address, setAddress] = useState(() =>
    readAddress(new URLSearchParams(window.location.search)),
  )
  useEffect(() => {
    const timer = setTimeout(
      () => window.history.replaceState(null, '', `/gallery${writeAddress(address)}`),
      restMs,
    )
    return () => clearTimeout(timer)
  }, [address])
  return [address, (changed) => setAddress((before) => ({ ...before, ...changed }))]
}
