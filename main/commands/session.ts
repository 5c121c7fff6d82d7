import type { CommandWorld, HandlersOf } from './command-world.ts';
import { notSupportedHere } from './results.ts';

/** Who this host is, and how to get another window onto it. */
export function sessionCommands({
  host,
  isAdmin,
}: Pick<CommandWorld, 'host' | 'isAdmin'>): HandlersOf<'session.get' | 'window.link'> {
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
    'window.link': async () =>
      host.freshLink === null
        ? notSupportedHere('A link to the window')
        : { ok: true, value: { url: host.freshLink() } },
  };
}
