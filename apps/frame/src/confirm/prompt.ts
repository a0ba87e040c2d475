import type { Reading } from './reading.js'

/** One question to a person: may this be signed? */
export interface PromptQuestion {
  reading: Reading
  /** The page that asks. */
  origin: string
  /** Names the request to the page. */
  requestId: string
  /** Who is asked. */
  userId: string
}

/** A question on screen. */
export interface OpenQuestion {
  /** Whether it has been fully visible at any time. */
  wasSeen(): boolean
  /** Takes it off the screen; no answer comes any more. */
  close(): void
}

/** Where questions are shown: the frame's own document, or a stand-in. */
export interface Prompt {
  /** Shows `question`; `answer` is called at most once, and with true only for a deliberate act of a person. */
  open(question: PromptQuestion, answer: (isApproved: boolean) => void): OpenQuestion
  /** Whether the browser shows nothing of the page at all: another tab is in front. */
  isPageHidden(): boolean
}
