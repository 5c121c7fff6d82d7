import type { TandemBridge } from '../../../preload/ipc/bridge.ts';
import { ask, CommandRefused } from '../bridge/bridge.ts';

/**
 * Opens a web address outside the window: by the host, which checks its scheme, or where the host is a browser itself in a tab of
 * that. Rejects with `CommandRefused`.
 */
export async function openLink(bridge: TandemBridge, url: string): Promise<void> {
  try {
    await ask(bridge, 'link.open', { url });
  } catch (cause) {
    if (!(cause instanceof CommandRefused) || cause.code !== 'not_supported_here' || !isWebAddress(url)) throw cause;
    window.open(url, '_blank', 'noopener,noreferrer');
  }
}

/** Absolute, http or https, and without a password in it. */
export function isWebAddress(url: string): boolean {
  if (!URL.canParse(url)) return false;
  const { protocol, username, password } = new URL(url);
  return (protocol === 'http:' || protocol === 'https:') && username === '' && password === '';
}
