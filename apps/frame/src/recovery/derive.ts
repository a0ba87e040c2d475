/** 32 bytes by HKDF-SHA256, by the browser itself: the library's would be split from the frame's first files for this. */
export async function derive(
  { subtle }: Crypto,
  { secret, salt, info }: { secret: Uint8Array; salt: string; info: string },
): Promise<Uint8Array> {
  const bytes = (text: string) => new TextEncoder().encode(text)
  const key = await subtle.importKey('raw', new Uint8Array(secret), 'HKDF', false, ['deriveBits'])
  const parameters = { name: 'HKDF', hash: 'SHA-256', salt: bytes(salt), info: bytes(info) }
  return new Uint8Array(await subtle.deriveBits(parameters, key, 256))
}
