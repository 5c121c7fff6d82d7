import type { CommandWorld, HandlersOf } from '../command-world.ts';
import { notSupportedHere, refusedAs } from '../results.ts';

/** Describes this host and opens further windows onto it. */
export function sessionCommands({
  host,
  isAdmin,
}: Pick<CommandWorld, 'host' | 'isAdmin'>): HandlersOf<
  'session.get' | 'window.link' | 'window.address' | 'window.signOutOthers'
> {
  return {
    'session.get': async () => ({
      ok: true,
      value: {
        host: host.kind,
        can: host.can,
        version: host.version,
        deviceName: host.deviceName,
        homePath: host.homePath,
        isAdmin: await isAdmin(),
      },
    }),
    'window.link': async () => {
      if (host.freshLink === null) return notSupportedHere('window_link');
      const url = host.freshLink();
      // Commands become available slightly before the window does.
      if (url === '') return refusedAs('not_ready', { code: 'window_opening', args: {} });
      return { ok: true, value: { url } };
    },
    // In a browser, the host provides these two because it knows the session.
    'window.address': async ({ path }) => ({ ok: true, value: { path } }),
    'window.signOutOthers': async () => notSupportedHere('sign_out_windows'),
  };
}
