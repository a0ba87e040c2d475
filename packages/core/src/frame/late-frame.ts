import type { Environment } from '../environment.js'
import { ClientError } from '../errors.js'
import type { Frame, FrameOptions } from './frame.js'

/** The wallet frame of a client; its code is loaded when it is first needed. */
export interface LateFrame extends Frame {
  /** Loads the code ahead of `load`. Failures are reported by the call that needs it. */
  prepare(): void
  readonly options: FrameOptions
}

/**
 * Creates a frame client whose code is not part of what a page loads first: a logged-out user needs none of it.
 */
export function createLateFrame(environment: Environment, options: FrameOptions): LateFrame {
  let frame: Frame | null = null
  let destroyed = 0
  const open = async (): Promise<Frame> => {
    if (frame) return frame
    const before = destroyed
    const { createFrame } = await loadCode()
    if (before !== destroyed) throw new ClientError('client_destroyed')
    frame ??= createFrame(environment, options)
    return frame
  }
  return {
    prepare: () => void loadCode().catch(() => undefined),
    options,
    load: async () => (await open()).load(),
    call: async (event, data) => (await open()).call(event, data),
    // Before the frame is loaded it keeps nothing that it would have to be told about.
    tell: (event, data) => frame?.tell(event, data),
    destroy() {
      destroyed += 1
      frame?.destroy()
    },
  }
}

async function loadCode(): Promise<typeof import('./frame.js')> {
  try {
    return await import('./frame.js')
  } catch (cause) {
    const message = 'The wallet code could not be loaded'
    throw new ClientError('frame_unavailable', { message, cause })
  }
}
