import type { HandlersOf, HostWorld } from './command-world.ts';
import { done, notSupportedHere, refusedAs } from './results.ts';

/** Opens http and https URLs in the system's browser; refuses other schemes. */
export function linkCommands({ host }: HostWorld): HandlersOf<'link.open'> {
  return {
    'link.open': async ({ url }) => {
      if (host.openLink === null) return notSupportedHere('open_link');
      const { protocol } = new URL(url);
      if (protocol !== 'https:' && protocol !== 'http:') {
        return refusedAs('scheme_not_allowed', { code: 'scheme_not_opened', args: { scheme: protocol } });
      }
      await host.openLink(url);
      return done;
    },
  };
}
