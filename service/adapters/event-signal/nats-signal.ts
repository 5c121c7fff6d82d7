import type { NatsConnection, Subscription } from '@nats-io/transport-node';
import type { EventSignal } from '../../ports/event-signal.ts';
import type { RequestCounts } from '../../ports/request-counts.ts';
import { countsOfMessage, countsToMessages } from './counts-text.ts';
import { createListeners } from './listeners.ts';

/** Wakes listeners in every process through NATS, with one subject per user: a process receives only what its own listeners wait for. */
export interface NatsEventSignal extends EventSignal, RequestCounts {
  close(): Promise<void>;
}

/** Where the NATS servers are; the intervals are for tests. */
export interface NatsSignalOptions {
  /** `nats://` or `tls://` URLs of one cluster, without credentials. */
  readonly servers: readonly string[];
  /** The first words of every subject, so that several services can share a cluster. */
  readonly subject: string;
  readonly user?: string | undefined;
  readonly password?: string | undefined;
  readonly token?: string | undefined;
  /** How often listeners look for themselves while NATS is unreachable, in milliseconds. */
  readonly lookEveryMs?: number;
  /** The pause between two attempts to reconnect, in milliseconds. */
  readonly pauseMs?: number;
}

/**
 * Publishes one empty message per user. While NATS is unreachable, listeners of this process still wake at once for changes made here, and
 * every `lookEveryMs` for all others: a change is seen later, never missed. After a reconnect all of them wake once.
 * @throws Error if NATS cannot be reached at the start.
 */
export async function natsEventSignal(options: NatsSignalOptions): Promise<NatsEventSignal> {
  const { lookEveryMs = 5_000 } = options;
  const line = await openLine(options);
  const subscriptions = new Map<string, Subscription>();
  const subjectOf = (userId: string) => `${options.subject}.${userId}`;
  const listeners = createListeners(
    (userId) => {
      const wake = () => listeners.wake([userId]);
      subscriptions.set(userId, line.subscribe(subjectOf(userId), { callback: wake }));
    },
    (userId) => {
      subscriptions.get(userId)?.unsubscribe();
      subscriptions.delete(userId);
    },
  );
  const connection = watchConnection(line, lookEveryMs, (isBack) => {
    listeners.wakeAll();
    if (isBack) void sender.send();
  });
  const sender = createSender(
    (userId) => line.publish(subjectOf(userId)),
    async () => connection.confirm(),
  );
  return {
    ...countsOn(line, `${options.subject}.requests`),
    announce: (userIds) => {
      listeners.wake(userIds);
      sender.add(userIds);
      void sender.send();
    },
    subscribe: async (userId) => {
      const subscription = listeners.subscribe(userId);
      // A change that commits before NATS knows of the subscription would not wake it. Without a connection the reconnect wakes it.
      await connection.confirm();
      return subscription;
    },
    close: async () => {
      await sender.send();
      connection.stop();
      await line.close();
    },
  };
}

/** The counts of requests have a subject of their own, which no user id equals. The server says how long a message may be. */
function countsOn(line: NatsConnection, subject: string): RequestCounts {
  let heard: Parameters<RequestCounts['hear']>[0] = () => undefined;
  line.subscribe(subject, {
    // With an error, as when this user has no right to the subject, there is no message.
    callback: (error, message) => {
      if (error === null) heard(countsOfMessage(message.string()));
    },
  });
  return {
    tell: (counts) => {
      const { info } = line;
      // A closed line has none.
      if (info === undefined) return;
      for (const message of countsToMessages(counts, info.max_payload)) line.publish(subject, message);
    },
    hear: (listener) => {
      heard = listener;
    },
  };
}

/**
 * Publishes the announced users, in batches while earlier ones are on their way. Users of a batch that NATS did not confirm are kept and
 * published after the reconnect.
 */
function createSender(publish: (userId: string) => void, confirm: () => Promise<boolean>) {
  const pending = new Set<string>();
  let sending: Promise<void> | undefined;
  const sendAll = async () => {
    while (pending.size > 0) {
      const batch = [...pending];
      pending.clear();
      for (const userId of batch) publish(userId);
      if (await confirm()) continue;
      for (const userId of batch) pending.add(userId);
      return;
    }
  };
  return {
    add: (userIds: readonly string[]) => {
      for (const userId of userIds) pending.add(userId);
    },
    send: async () => {
      sending ??= sendAll().finally(() => {
        sending = undefined;
      });
      return sending;
    },
  };
}

async function openLine({ servers, user, password, token, pauseMs = 500 }: NatsSignalOptions): Promise<NatsConnection> {
  const { connect } = await import('@nats-io/transport-node');
  return connect({
    servers: [...servers],
    name: 'tandem-service events',
    ...(user === undefined ? {} : { user }),
    ...(password === undefined ? {} : { pass: password }),
    ...(token === undefined ? {} : { token }),
    noEcho: true,
    maxReconnectAttempts: -1,
    // A refused sign-in may be a rotation of passwords. Otherwise the second one in a row closes the connection permanently.
    ignoreAuthErrorAbort: true,
    reconnectTimeWait: pauseMs,
    pingInterval: 15_000,
    timeout: 5_000,
  });
}

/** Follows the connection. `onLook` is called after a reconnect, and at an interval while there is no connection. */
function watchConnection(line: NatsConnection, lookEveryMs: number, onLook: (isBack: boolean) => void) {
  // A race with one promise for the loss would keep something of each confirmation until the connection is lost.
  const confirming = new Set<(isSent: boolean) => void>();
  let isUp = true;
  let timer: NodeJS.Timeout | undefined;
  const stop = () => {
    clearInterval(timer);
    timer = undefined;
  };
  const follow = async () => {
    for await (const { type } of line.status()) {
      if (type === 'disconnect') {
        isUp = false;
        for (const end of confirming) end(false);
        timer ??= setInterval(() => onLook(false), lookEveryMs).unref();
      } else if (type === 'reconnect') {
        stop();
        isUp = true;
        onLook(true);
      }
    }
  };
  void follow();
  /** Resolves once the server has everything sent so far: with true, or with false if the connection is lost. */
  const confirm = async () => {
    if (!isUp) return false;
    const { promise, resolve } = Promise.withResolvers<boolean>();
    confirming.add(resolve);
    // A failed flush means a lost connection.
    line.flush().then(
      () => resolve(true),
      () => resolve(false),
    );
    return promise.finally(() => confirming.delete(resolve));
  };
  return { stop, confirm };
}
