'use client'

export { useLoginToFrame } from './hooks/use-login-with-farcaster.js'
