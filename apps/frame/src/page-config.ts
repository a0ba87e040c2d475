import { type FramePageConfig, framePageConfig } from '@sallyport/contract'

/** Id of the JSON block that holds the page's configuration (see `framePageConfig`). */
export const configElementId = 'sallyport-frame'

/**
 * What the server wrote into the page.
 *
 * @param document  Where the block `<script type="application/json" id="sallyport-frame">` is.
 * @throws Error when the block is missing or malformed: the page then answers no request.
 */
export function readPageConfig(document: Pick<Document, 'getElementById'>): FramePageConfig {
  const text = document.getElementById(configElementId)?.textContent
  if (!text) throw new Error('The page carries no configuration')
  return framePageConfig.parse(JSON.parse(text))
}
