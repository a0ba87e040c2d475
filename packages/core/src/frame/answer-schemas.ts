/* A module of its own, loaded with the frame's page: what a page loads first carries no schema. */
export { frameEvents } from '@sallyport/contract'
