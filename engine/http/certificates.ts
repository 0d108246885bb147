import { X509Certificate } from 'node:crypto'

const certificate = /-----BEGIN CERTIFICATE-----[\s\S]*?-----END CERTIFICATE-----/g

/** Whether a text has PEM certificates (RFC 7468, section 5), each of which can be read. */
export const areCertificates = (text: string): boolean => {
  const found = text.match(certificate) ?? []
  try {
    for (const one of found) new X509Certificate(one)
    return found.length > 0
  } catch {
    return false
  }
}
