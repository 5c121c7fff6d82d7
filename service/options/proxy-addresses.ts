import { isIP } from 'node:net';
import { UsageError } from './usage-error.ts';

/**
 * The networks of trusted proxies (`--trusted-proxies`), as addresses or CIDR blocks; empty for `none`, null if the option is
 * absent.
 * @throws UsageError for anything else: a client that is trusted by mistake could choose the address that limits count by.
 */
export function readTrustedProxies(text: string | undefined): readonly string[] | null {
  if (text === undefined) return null;
  if (text === 'none') return [];
  const networks = text.split(',').map((network) => network.trim());
  const wrong = networks.find((network) => !isNetwork(network));
  if (wrong === undefined) return networks;
  const message = `--trusted-proxies must be addresses or CIDR blocks separated by commas, such as 10.0.0.0/8,::1, or none, not "${wrong}".`;
  throw new UsageError(message);
}

function isNetwork(text: string): boolean {
  const [address = '', prefix, ...rest] = text.split('/');
  const bits = { 0: 0, 4: 32, 6: 128 }[isIP(address)] ?? 0;
  if (bits === 0 || rest.length > 0 || address.includes('%')) return false;
  // A prefix of 0 would trust everyone.
  return prefix === undefined || (/^\d{1,3}$/.test(prefix) && Number(prefix) >= 1 && Number(prefix) <= bits);
}
