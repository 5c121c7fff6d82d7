import { randomBytes } from 'node:crypto';
import type { LookupAddress } from 'node:dns';
import { setTimeout as sleep } from 'node:timers/promises';

/** How this computer finds host names. `lookup` asks its resolver for every address of a name. */
export type Resolver = {
  readonly platform: NodeJS.Platform;
  readonly lookup: (name: string) => Promise<readonly LookupAddress[]>;
};

const LOOPBACK: ReadonlySet<string> = new Set(['127.0.0.1', '::1']);
/** A resolver that takes longer would take as long for the browser. */
const LOOKUP_MS = 2_000;

/**
 * A host name for one run of the window, so that each run has an origin of its own. A browser keeps service workers and cached pages of an origin, and
 * after a run another user of this computer can take its port and leave some: the next run must not meet them.
 *
 * Chrome, Edge and Firefox find every name below `localhost` themselves (RFC 6761 6.3). Safari asks macOS. If that does not find it, the run has the
 * loopback address, and only its random port tells it from the others.
 */
export async function freshWindowName(resolver: Resolver): Promise<string> {
  const name = `${randomBytes(8).toString('hex')}.localhost`;
  if (resolver.platform !== 'darwin') return name;
  const late: Promise<readonly LookupAddress[]> = sleep(LOOKUP_MS, [], { ref: false });
  const found = await Promise.race([resolver.lookup(name).catch(() => []), late]);
  const isHere = found.length > 0 && found.every(({ address }) => LOOPBACK.has(address));
  return isHere ? name : '127.0.0.1';
}
