import tls from 'node:tls';

/**
 * Trusts this computer's certificate authorities in addition to Node's own: a company's service, or a proxy that inspects connections, often uses a
 * company authority.
 */
export function trustSystemCertificates(warn: (message: string, cause: unknown) => void): void {
  try {
    const all = new Set([...tls.getCACertificates('default'), ...tls.getCACertificates('system')]);
    tls.setDefaultCACertificates([...all]);
  } catch (cause) {
    // Public services work without them.
    warn('the certificate authorities of this computer cannot be read', cause);
  }
}

/** For a command, which connects to one service: reading the authorities takes a tenth of a second, and without TLS they are of no use. */
export function trustSystemCertificatesFor(baseUrl: string): void {
  if (!baseUrl.startsWith('https:')) return;
  trustSystemCertificates((message) => void process.stderr.write(`tandem: ${message}\n`));
}
