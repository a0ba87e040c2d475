import { showScene } from '@sallyport/gallery/preview'

// A page of its own: in a frame of the width asked for, the modal's media queries are real.
void showScene(new URLSearchParams(window.location.search))
