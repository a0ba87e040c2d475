import type { Frame, Page } from '@playwright/test'

/**
 * Every string in the memory of a page's or frame's scripts after a garbage collection; a frame in the page's process shares the
 * page's. Chromium cuts strings after 1,024 characters and writes no bytes of buffers: `secrets.test.ts` of the frame checks those.
 */
export async function stringsInHeap(page: Page, frame: Frame): Promise<string> {
  const context = page.context()
  // A frame of a process of its own has a session of its own.
  const session = await context.newCDPSession(frame).catch(() => context.newCDPSession(page))
  const chunks: string[] = []
  session.on('HeapProfiler.addHeapSnapshotChunk', ({ chunk }) => chunks.push(chunk))
  await session.send('HeapProfiler.collectGarbage')
  await session.send('HeapProfiler.takeHeapSnapshot', { reportProgress: false })
  await session.detach()
  const { strings }: { strings: string[] } = JSON.parse(chunks.join(''))
  return strings.join('\n')
}
