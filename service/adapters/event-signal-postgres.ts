import { randomBytes } from 'node:crypto';
import type { Client } from 'pg';
import type { EventSignal, EventSubscription } from '../ports/event-signal.ts';

/** Wakes listeners in every process on one database, by its LISTEN and NOTIFY. */
export interface PostgresEventSignal extends EventSignal {
  close(): Promise<void>;
}

/** Where the database is; the waits are for tests. */
export interface PostgresSignalOptions {
  readonly url: string;
  /** The longest pause between two tries to connect again, in milliseconds. */
  readonly longestPauseMs?: number;
  /** How often a silent connection is asked whether it lives, in milliseconds. */
  readonly lookEveryMs?: number;
}

const channel = 'tandem_events';

/** A notification carries 8,000 bytes at most: ids of 16 digits at most, with a comma each. */
const idsPerNotification = 400;

const firstPauseMs = 50;

/**
 * Keeps one connection that listens and tells. Who changed something wakes the listeners of its own process at once, and the others'
 * by one notification for all that were announced in one turn. While the connection is away listeners sleep on; as soon as it is
 * back all of them are woken once, since nobody knows what they missed. What a process announces while it cannot reach the
 * database waits for that too: the process that could make a change has lost the database itself.
 */
export async function postgresEventSignal(options: PostgresSignalOptions): Promise<PostgresEventSignal> {
  const { url, longestPauseMs = 2_000, lookEveryMs = 15_000 } = options;
  const own = randomBytes(6).toString('hex');
  const listeners = createListeners();
  const announced = new Set<string>();
  let line: Client | null = null;
  let isClosed = false;

  const hear = (payload: string) => {
    const [sender, ids = ''] = payload.split(':');
    if (sender !== own) listeners.wake(ids.split(','));
  };
  const connect = async () => {
    const client = await openLine(url, hear, () => {
      if (line === client) line = null;
      if (!isClosed) void reconnect();
    });
    line = client;
    tell();
  };
  const reconnect = async (): Promise<void> => {
    for (let pause = firstPauseMs; !isClosed && line === null; pause = Math.min(pause * 2, longestPauseMs)) {
      await new Promise((resolve) => setTimeout(resolve, pause).unref());
      // Why it fails is told by the requests that need the database: here is nobody to tell it to.
      await connect().catch(() => undefined);
    }
    if (isClosed) await endLine(line);
    else listeners.wakeAll();
  };
  const tell = () => {
    const ids = [...announced];
    const client = line;
    if (client === null || ids.length === 0) return;
    announced.clear();
    for (let start = 0; start < ids.length; start += idsPerNotification) {
      const payload = `${own}:${ids.slice(start, start + idsPerNotification).join(',')}`;
      // A line that fails here is found dead and made anew, and then everybody is woken, in this process at least.
      client.query('select pg_notify($1, $2)', [channel, payload]).catch(() => undefined);
    }
  };
  await connect();
  const look = setInterval(() => void provesAlive(line, lookEveryMs), lookEveryMs).unref();
  return {
    announce: (userIds) => {
      if (userIds.length === 0) return;
      listeners.wake(userIds);
      if (announced.size === 0) setImmediate(tell);
      for (const userId of userIds) announced.add(userId);
    },
    subscribe: listeners.subscribe,
    close: async () => {
      isClosed = true;
      clearInterval(look);
      tell();
      await endLine(line);
    },
  };
}

/** Opens a connection that listens; `onEnd` is called once when it is gone, however that came. */
async function openLine(url: string, hear: (payload: string) => void, onEnd: () => void): Promise<Client> {
  const { default: pg } = await import('pg');
  const client = new pg.Client({
    connectionString: url,
    application_name: 'tandem-service events',
    keepAlive: true,
    connectionTimeoutMillis: 5_000,
    pipeline: true,
  });
  // What breaks the connection also ends it; without a listener it would end the process.
  client.on('error', () => undefined);
  client.on('notification', ({ payload = '' }) => hear(payload));
  try {
    await client.connect();
    await client.query(`listen ${channel}`);
  } catch (error) {
    await endLine(client);
    throw error;
  }
  client.once('end', onEnd);
  return client;
}

async function endLine(client: Client | null): Promise<void> {
  // A connection that is gone already cannot be ended, and need not be.
  await client?.end().catch(() => undefined);
}

/** A connection whose other end vanished without a word is noticed only by asking. */
async function provesAlive(client: Client | null, withinMs: number): Promise<void> {
  if (client === null) return;
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error('The database does not answer.')), withinMs).unref();
  });
  try {
    await Promise.race([client.query('select 1'), late]);
  } catch {
    // Ending it is what starts the next try.
    await endLine(client);
  } finally {
    clearTimeout(timer);
  }
}

/** Those who wait in this process, by person. */
function createListeners() {
  const listeners = new Map<string, Set<() => void>>();
  const wake = (userIds: Iterable<string>) => {
    for (const userId of userIds) {
      for (const each of listeners.get(userId) ?? []) each();
    }
  };
  const subscribe = (userId: string): EventSubscription => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const same = listeners.get(userId) ?? new Set();
    listeners.set(userId, same.add(resolve));
    return {
      changed: promise,
      close: () => {
        same.delete(resolve);
        if (same.size === 0 && listeners.get(userId) === same) listeners.delete(userId);
      },
    };
  };
  return { wake, wakeAll: () => wake([...listeners.keys()]), subscribe };
}
