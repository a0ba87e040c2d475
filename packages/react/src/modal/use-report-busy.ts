import { useEffect, useRef } from 'react'

/** Calls `onBusy` whenever `isBusy` changes. */
export function useReportBusy(isBusy: boolean, onBusy: (isBusy: boolean) => void): void {
  const latest = useRef(onBusy)
  latest.current = onBusy
  useEffect(() => latest.current(isBusy), [isBusy])
}
