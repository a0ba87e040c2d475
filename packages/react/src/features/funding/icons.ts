/* Shapes from Lucide (ISC licence), as in `ui/icons`. */

export const cardIcon = {
  path: 'M4 5h16a2 2 0 0 1 2 2v10a2 2 0 0 1-2 2H4a2 2 0 0 1-2-2V7a2 2 0 0 1 2-2zM2 10h20',
}
export const exchangeIcon = { path: 'M3 22h18M6 18v-7M10 18v-7M14 18v-7M18 18v-7M12 2l8 5H4z' }
export const qrIcon = {
  path: 'M3 3h5v5H3zM16 3h5v5h-5zM3 16h5v5H3zM21 16h-3a2 2 0 0 0-2 2v3M21 21v.01M12 7v3a2 2 0 0 1-2 2H7M3 12h.01M12 3h.01M12 16v.01M16 12h1M21 12v.01M12 21v-1',
}
export const moveIcon = { path: 'M8 3 4 7l4 4M4 7h16M16 21l4-4-4-4M20 17H4' }
