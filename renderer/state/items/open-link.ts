import type { TandemBridge } from '../../../preload/ipc/transport/bridge.ts';
import { ask, CommandRefused } from '../bridge/bridge.ts';

/** Opens a URL outside the window: through the host, which checks its scheme, or in a browser in a new tab. Rejects with `CommandRefused`. */
export async function openLink(bridge: TandemBridge, url: string): Promise<void> {
  try {
    await ask(bridge, 'link.open', { url });
  } catch (cause) {
    if (!(cause instanceof CommandRefused) || cause.code !== 'not_supported_here' || !isWebAddress(url)) throw cause;
    window.open(url, '_blank', 'noopener,noreferrer');
  }
}

/** Absolute, http or https, and without a password. */
export function isWebAddress(url: string): boolean {
  if (!URL.canParse(url)) return false;
  const { protocol, username, password } = new URL(url);
  return (protocol === 'http:' || protocol === 'https:') && username === '' && password === '';
}
