export type { Scene } from '../src/test-kit/scene.js'
export {
  type Address,
  firstAddress,
  readAddress,
  type Width,
  widths,
  writeAddress,
} from './address.js'
export { directionOf, type Language, languages } from './languages.js'
export { coloursOf, legibilityOf, type Pair } from './legibility.js'
export {
  type ColourName,
  colourIn,
  colourNames,
  type Dress,
  dressOf,
  type Look,
  plainLook,
} from './look.js'
export { focusTaken, type GalleryMessage, messageIn, stepOf } from './messages.js'
export { type Note, notes } from './notes.js'
export {
  allPictures,
  committedPictures,
  type Picture,
  picturePath,
  type ShotName,
  shotNames,
} from './pictures.js'
export { printDress } from './print-dress.js'
export { sampleLooks } from './sample-looks.js'
export { type Spot, sceneAt, scenes, spots } from './scenes.js'
