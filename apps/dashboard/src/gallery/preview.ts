import { showScene } from '@sallyport/gallery/preview'

// This is a separate page, so that the modal's media queries see the width of its frame.
void showScene(new URLSearchParams(window.location.search))
