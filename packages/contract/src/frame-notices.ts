/**
 * What the frame tells the page on its own, in the envelope of an answer: `id` is that of the request it is about, `data` is
 * empty. Only frames of apps with `enforce_wallet_uis` say any of it; public clients heed what begins with `privy:`.
 *
 * `show`: the request waits for a person; the page shows the frame over everything, and stops counting the request's time.
 * `hide`: it waits no more; the answer follows.
 */
export const frameNotices = [
  'sallyport:confirm:show',
  'sallyport:confirm:hide',
] as const satisfies `sallyport:${string}`[]
export type FrameNotice = (typeof frameNotices)[number]
