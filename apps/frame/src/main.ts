import * as z from 'zod/mini'
import { startFrame } from './start-frame.js'

// The page's policy forbids `eval`; without this zod would try it and leave a violation report.
z.config({ jitless: true })
startFrame(window)
