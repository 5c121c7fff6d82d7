import tls from 'node:tls';

/**
 * Trusts the authorities of this computer beside those that Node brings: a service of a company, or a proxy that looks into
 * connections, often has a certificate of the company's own authority.
 */
export function trustSystemCertificates(warn: (message: string, cause: unknown) => void): void {
  try {
    const all = new Set([...tls.getCACertificates('default'), ...tls.getCACertificates('system')]);
    tls.setDefaultCACertificates([...all]);
  } catch (cause) {
    // Without them public services are reached all the same.
    warn('the certificate authorities of this computer cannot be read', cause);
  }
}
