import type { HandlersOf, HostWorld } from './command-world.ts';
import { done, notSupportedHere, refused } from './results.ts';

/** Opens http and https URLs in the system's browser; refuses other schemes. */
export function linkCommands({ host }: HostWorld): HandlersOf<'link.open'> {
  return {
    'link.open': async ({ url }) => {
      if (host.openLink === null) return notSupportedHere('Opening a web address');
      const { protocol } = new URL(url);
      if (protocol !== 'https:' && protocol !== 'http:') {
        return refused('scheme_not_allowed', `Tandem does not open “${protocol}” addresses.`, 'Open it yourself.');
      }
      await host.openLink(url);
      return done;
    },
  };
}
