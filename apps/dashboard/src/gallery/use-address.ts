import { type Address, readAddress, writeAddress } from '@sallyport/gallery'
import { useEffect, useState } from 'react'

/** Delay before the URL is written: browsers limit how often a page may change its URL. */
const writeDelayMs = 150

/** The gallery's state, read from the URL and written back to it. */
export function useAddress(): [Address, (changed: Partial<Address>) => void] {
  const [address, setAddress] = useState(() =>
    readAddress(new URLSearchParams(window.location.search)),
  )
  useEffect(() => {
    const timer = setTimeout(
      () => window.history.replaceState(null, '', `/gallery${writeAddress(address)}`),
      writeDelayMs,
    )
    return () => clearTimeout(timer)
  }, [address])
  return [address, (changed) => setAddress((before) => ({ ...before, ...changed }))]
}
