'use client'

export { UserPill, type UserPillProps } from './ui/user-pill.js'
export { WalletsDialog, type WalletsDialogProps } from './ui/wallets-dialog.js'
