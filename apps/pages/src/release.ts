import { createPrivateKey, createPublicKey, sign, verify } from 'node:crypto'
import { type FrameFiles, sha256 } from './frame-files.js'

/*
 * A release: the manifest, one line for each file of the frame (SHA-256, size in bytes, path), and its Ed25519 signatures, one on each line.
 * The manifest is never parsed. The process computes it from the files that it read and compares.
 */

/** What comes before the raw 32 bytes of an Ed25519 public key in its DER form (RFC 8410). */
const derPrefix = Buffer.from('302a300506032b6570032100', 'hex')

/** The manifest of these files: the same text for the same files, in any order. */
export function releaseManifest(files: FrameFiles): string {
  const lines = [...files].map(([path, bytes]) => `${sha256(bytes)} ${bytes.length} ${path}\n`)
  return lines.sort((one, other) => (pathIn(one) < pathIn(other) ? -1 : 1)).join('')
}

/** Names a build of the frame: SHA-256 of its manifest, in hexadecimal. Apps pin it (`walletBuild` of the client). */
export function releaseId(manifest: string): string {
  return sha256(Buffer.from(manifest))
}

/**
 * Signs a manifest with the release key.
 *
 * @param privateKey  Ed25519, PEM (PKCS #8).
 * @returns The signature in base64, and the public key as the setting of the process wants it.
 * @throws Error when the key is of another kind; the message does not repeat it.
 */
export function signRelease(
  manifest: string,
  privateKey: string,
): { signature: string; publicKey: string } {
  const key = createPrivateKey(privateKey)
  if (key.asymmetricKeyType !== 'ed25519') throw new Error('The release key is not an Ed25519 key')
  const der = createPublicKey(key).export({ type: 'spki', format: 'der' })
  return {
    signature: sign(null, Buffer.from(manifest), key).toString('base64'),
    publicKey: der.subarray(derPrefix.length).toString('base64'),
  }
}

/** A release as it lies beside the files; undefined for a file that is absent. */
interface Release {
  manifest: string | undefined
  signature: string | undefined
}

/** Whose signatures a release needs. */
export interface ReleaseApproval {
  /** Raw Ed25519 public keys. */
  keys: readonly Uint8Array[]
  /** How many of the keys have to have signed. */
  needed: number
}

/** Why these files must not be served, in one sentence; undefined when as many of the release keys as are needed signed exactly these. */
export function releaseProblem(
  files: FrameFiles,
  { manifest, signature }: Release,
  { keys, needed }: ReleaseApproval,
): string | undefined {
  if (!files.has('index.html'))
    return 'SALLYPORT_FRAME_DIR has no built frame: run npm run build:production.'
  if (manifest === undefined || signature === undefined)
    return 'The frame is not signed: run npm run build:production with SALLYPORT_RELEASE_KEY_FILE (docs/operate/deploy.md).'
  const found = releaseManifest(files)
  if (found !== manifest)
    return `${changedPath(found, manifest)} is not the file that was released: build and sign the frame anew, and find out who changed it.`
  const signatures = signature.split('\n').filter(Boolean)
  const signed = keys.filter((key) => signatures.some((each) => isSignedBy(key, found, each)))
  if (signed.length >= needed) return undefined
  if (signed.length === 0)
    return 'The release of the frame was signed with another key than SALLYPORT_PAGES_RELEASE_KEY.'
  return `The release of the frame was signed with ${signed.length} of the keys in SALLYPORT_PAGES_RELEASE_KEY, and ${needed} have to sign it.`
}

function isSignedBy(publicKey: Uint8Array, manifest: string, signature: string): boolean {
  const spki = Buffer.concat([derPrefix, publicKey])
  const key = createPublicKey({ key: spki, format: 'der', type: 'spki' })
  return verify(null, Buffer.from(manifest), key, Buffer.from(signature, 'base64'))
}

/** The path of the first file that is in one manifest only, or differs. */
function changedPath(found: string, signed: string): string {
  const [here, there] = [found, signed].map((text) => new Set(text.split('\n')))
  const isMissing = (lines: Set<string> | undefined) => (line: string) => !lines?.has(line)
  const line =
    [...(here ?? [])].find(isMissing(there)) ?? [...(there ?? [])].find(isMissing(here)) ?? ''
  return pathIn(line) || 'A file'
}

function pathIn(line: string): string {
  return line.split(' ').slice(2).join(' ').trimEnd()
}
