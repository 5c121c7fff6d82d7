import type { Service } from '../service.ts';
import type { StreamListener } from './stream-listener.ts';

/** Looks into the streams of people for those who wait. */
export interface StreamLooks {
  /** True when the stream holds an event behind the listener's position: there is no need to wait. */
  isBehind(listener: StreamListener): Promise<boolean>;
}

/**
 * Looks that are asked for together are one read of the store, with one question for each stream however many listen to it: a
 * change that wakes a thousand listeners costs one. A look never begins before all who take part have asked, so that a
 * listener who subscribed first cannot miss what came between.
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
