import { createPrivateKey, X509Certificate } from 'node:crypto'
import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { ConfigError } from '../settings.js'

/** What a program shows and trusts: the three files of its folder, as PEM. */
interface CertificateFiles {
  /** Authorities whose certificates are accepted: one, or two while they are rotated. */
  ca: string
  cert: string
  key: string
}

/** The certificates of a program. */
export interface Certificates {
  /** The files as they are now: the same object while none of them has changed. */
  current(): CertificateFiles
}

const names = { ca: 'ca.pem', cert: 'cert.pem', key: 'key.pem' } as const satisfies Record<
  keyof CertificateFiles,
  string
>

/**
 * Opens the folder of a program's certificates. Files that are replaced are read again at the next use, so that a certificate is renewed
 * without a restart; while they do not fit together, as in the middle of a copy, the earlier ones stay in use.
 *
 * @param setting  names the folder in errors.
 * @throws ConfigError when a file is missing, open to other users, or does not fit the others.
 */
export function openCertificates(folder: string, setting: string): Certificates {
  let stamp = stampOf(folder, setting)
  let files = readFiles(folder, setting)
  return {
    current: () => {
      try {
        const now = stampOf(folder, setting)
        if (now === stamp) return files
        files = readFiles(folder, setting)
        stamp = now
      } catch {
        // The files are being replaced: the next use looks again.
      }
      return files
    },
  }
}

function stampOf(folder: string, setting: string): string {
  return Object.values(names)
    .map((name) => {
      const found = statSync(join(folder, name), { throwIfNoEntry: false })
      if (found === undefined)
        throw new ConfigError([
          `${name} is missing in the folder of ${setting}: npm run keys -- transport issue makes it.`,
        ])
      return `${found.ino} ${found.size} ${found.mtimeMs}`
    })
    .join()
}

function readFiles(folder: string, setting: string): CertificateFiles {
  const read = (name: string) => readFileSync(join(folder, name), 'utf8')
  const files = { ca: read(names.ca), cert: read(names.cert), key: read(names.key) }
  if ((statSync(join(folder, names.key)).mode & 0o007) !== 0)
    throw new ConfigError([
      `key.pem in the folder of ${setting} is open to other users: run chmod 600 on it.`,
    ])
  const problem = problemOf(files)
  if (problem !== undefined) throw new ConfigError([`The folder of ${setting}: ${problem}`])
  return files
}

function problemOf({ ca, cert, key }: CertificateFiles): string | undefined {
  try {
    const certificate = new X509Certificate(cert)
    if (!certificate.checkPrivateKey(createPrivateKey(key)))
      return 'key.pem is not the key of cert.pem.'
    if (!authoritiesIn(ca).some((each) => isIssuedBy(certificate, each)))
      return 'cert.pem was not issued by an authority of ca.pem.'
    return undefined
  } catch {
    return 'a file is not PEM.'
  }
}

/** The authorities of a `ca.pem`, the newest first. */
export function authoritiesIn(pem: string): X509Certificate[] {
  const found = pem.match(/-----BEGIN CERTIFICATE-----[\s\S]+?-----END CERTIFICATE-----/g) ?? []
  return found.map((each) => new X509Certificate(each))
}

/** Whether an authority has signed a certificate. */
export function isIssuedBy(certificate: X509Certificate, authority: X509Certificate): boolean {
  return certificate.checkIssued(authority) && certificate.verify(authority.publicKey)
}
