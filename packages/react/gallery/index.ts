export {
  type Address,
  firstAddress,
  readAddress,
  type Width,
  widths,
  writeAddress,
} from './address.js'
export {
  type ColourName,
  colourIn,
  colourNames,
  type Dress,
  dressOf,
  type Look,
  plainLook,
} from './look.js'
export type { Scene } from './scene.js'
export { type Spot, sceneAt, scenes, spots } from './scenes.js'
