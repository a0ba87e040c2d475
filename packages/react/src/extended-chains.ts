'use client'

export { useCreateWallet, useSignRawHash } from './hooks/extended-chains.js'
