import { addStyle } from '../modal/stylesheet.js'

const tileStyle = `
.tiles{display:grid;grid-template-columns:repeat(3,minmax(0,1fr));gap:8px}
.tiles .row{flex-direction:column;justify-content:center;gap:6px;min-height:72px;padding:10px 4px;font-size:calc(13*var(--sp-px));line-height:calc(16*var(--sp-px));text-align:center}
.tiles .row .name{flex:none;justify-items:center;overflow-wrap:anywhere}
`

/** Dresses rows that stand in a grid, as tiles: the mark above the name. */
export const addTileStyle = () => addStyle(tileStyle)
