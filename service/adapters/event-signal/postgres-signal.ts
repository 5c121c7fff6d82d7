import { randomBytes } from 'node:crypto';
import type { EventSignal } from '../../ports/event-signal.ts';
import type { RequestCounts } from '../../ports/request-counts.ts';
import { countsOfMessage, countsToMessages } from './counts-text.ts';
import { createListeners } from './listeners.ts';
import { openLine, type PostgresLine } from './postgres-line.ts';

/** Wakes listeners in every process on one database through LISTEN and NOTIFY. */
export interface PostgresEventSignal extends EventSignal, RequestCounts {
  close(): Promise<void>;
}

/** The database URL; the intervals are for tests. */
export interface PostgresSignalOptions {
  readonly url: string;
  /** The maximum backoff between reconnects, in milliseconds. */
  readonly longestPauseMs?: number;
  /** How often an idle connection is probed, in milliseconds. */
  readonly lookEveryMs?: number;
}

const channel = 'tandem_events';
const countsChannel = 'tandem_requests';

/** A notification carries at most 8,000 bytes: ids of up to 16 digits, each with a comma. */
const idsPerNotification = 400;

/** The counts of one notification, which begins with the name of its process. */
const countsBytes = 7_900;

const firstPauseMs = 50;

/**
 * Keeps one connection that listens and notifies. A change wakes the listeners of its own process at once, and those of other
 * processes through one notification per turn of the event loop. While the connection is down, listeners keep waiting. After a
 * reconnect all of them wake once, since they may have missed something. The same wake-up covers changes that a process could not
 * announce because it had lost the database.
 */
export async function postgresEventSignal(options: PostgresSignalOptions): Promise<PostgresEventSignal> {
  const { url, longestPauseMs = 2_000, lookEveryMs = 15_000 } = options;
  const own = randomBytes(6).toString('hex');
  const listeners = createListeners();
  let line: PostgresLine | null = null;
  let isClosed = false;

  const { hear, onCounts } = openHearing(own, listeners.wake);
  const connect = async () => {
    const onEnd = () => {
      if (line === opened) line = null;
      if (!isClosed) void reconnect();
    };
    const channels = [channel, countsChannel];
    const opened = await openLine({ url, channels, probeMs: lookEveryMs, onNotification: hear, onEnd });
    line = opened;
    announced.tell();
  };
  const reconnect = async (): Promise<void> => {
    for (let pause = firstPauseMs; !isClosed && line === null; pause = Math.min(pause * 2, longestPauseMs)) {
      await new Promise((resolve) => setTimeout(resolve, pause).unref());
      // The requests that need the database report why it fails.
      await connect().catch(() => undefined);
    }
    if (isClosed) await line?.end();
    else listeners.wakeAll();
  };
  // A failed notification means a dead connection. The probe finds it, reconnects and wakes every listener in this process.
  const notify = async (to: PostgresLine, on: string, text: string) =>
    to.query('select pg_notify($1, $2)', [on, `${own}:${text}`]).then(
      () => true,
      () => false,
    );
  const announced = createAnnounced((text) => (line === null ? null : notify(line, channel, text)));
  await connect();
  const look = setInterval(() => void line?.probe(), lookEveryMs).unref();
  return {
    announce: (userIds) => {
      if (userIds.length === 0) return;
      listeners.wake(userIds);
      announced.add(userIds);
    },
    subscribe: async (userId) => listeners.subscribe(userId),
    tell: (counts) => {
      const current = line;
      if (current === null || isClosed) return;
      for (const message of countsToMessages(counts, countsBytes)) void notify(current, countsChannel, message);
    },
    hear: onCounts,
    close: async () => {
      isClosed = true;
      clearInterval(look);
      announced.tell();
      await line?.end();
    },
  };
}

/**
 * The users to announce to other processes, in one notification per turn of the event loop. Users of a notification that failed are kept for
 * the reconnect or the next announcement. `send` returns null without a connection.
 */
function createAnnounced(send: (text: string) => Promise<boolean> | null) {
  const pending = new Set<string>();
  let isScheduled = false;
  const add = (userIds: readonly string[]) => {
    for (const userId of userIds) pending.add(userId);
    if (isScheduled) return;
    isScheduled = true;
    setImmediate(tell);
  };
  const tell = () => {
    isScheduled = false;
    const ids = [...pending];
    for (let start = 0; start < ids.length; start += idsPerNotification) {
      const some = ids.slice(start, start + idsPerNotification);
      const sent = send(some.join(','));
      if (sent === null) return;
      for (const id of some) pending.delete(id);
      void sent.then((isSent) => {
        for (const id of isSent ? [] : some) pending.add(id);
      });
    }
  };
  return { add, tell };
}

/** Hands on what the other processes notify; `own` is the name of this one. */
function openHearing(own: string, wake: (userIds: readonly string[]) => void) {
  let heardCounts: Parameters<RequestCounts['hear']>[0] = () => undefined;
  return {
    hear: (on: string, payload: string): void => {
      const colon = payload.indexOf(':');
      const [sender, text] = [payload.slice(0, colon), payload.slice(colon + 1)];
      if (sender === own) return;
      if (on === countsChannel) heardCounts(countsOfMessage(text));
      else wake(text.split(','));
    },
    onCounts: (listener: typeof heardCounts): void => {
      heardCounts = listener;
    },
  };
}
