/** Starts what every test file shares; filled by the server's test kit. */
export default function setup(): void {}
