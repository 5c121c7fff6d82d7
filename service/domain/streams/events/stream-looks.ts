import type { Service } from '../../service.ts';
import type { StreamListener } from './stream-listener.ts';

/** Checks streams on behalf of listeners. */
export interface StreamLooks {
  /** True if the stream has an event after the listener's position, so that there is no need to wait. */
  isBehind(listener: StreamListener): Promise<boolean>;
}

/**
 * Concurrent checks share one read of the store, with one query per stream regardless of its listeners: a change that wakes a
 * thousand listeners costs one. A check never starts before all its participants have asked, so a listener that subscribed first
 * cannot miss an event.
 */
export function createStreamLooks(service: Pick<Service, 'store'>): StreamLooks {
  let gathered: Map<string, StreamListener> | null = null;
  let look: Promise<ReadonlyMap<string, number>> | null = null;

  const join = (listener: StreamListener): Promise<ReadonlyMap<string, number>> => {
    if (gathered !== null && look !== null) {
      gathered.set(keyOf(listener), listener);
      return look;
    }
    const asked = new Map([[keyOf(listener), listener]]);
    gathered = asked;
    look = new Promise<void>((resolve) => setImmediate(resolve)).then(async () => {
      gathered = null;
      look = null;
      return newestPositions(service, asked);
    });
    return look;
  };

  return {
    isBehind: async (listener) => ((await join(listener)).get(keyOf(listener)) ?? 0) > listener.position,
  };
}

async function newestPositions(
  { store }: Pick<Service, 'store'>,
  asked: ReadonlyMap<string, StreamListener>,
): Promise<ReadonlyMap<string, number>> {
  return store.read(async ({ events }) => {
    const newest = new Map<string, number>();
    for (const [key, { userId, onlyChanges }] of asked) newest.set(key, await events.newestOf(userId, onlyChanges));
    return newest;
  });
}

function keyOf({ userId, onlyChanges }: StreamListener): string {
  return `${userId} ${onlyChanges}`;
}
