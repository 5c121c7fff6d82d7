import type { FastifyInstance } from 'fastify';
import { pino } from 'pino';
import { jwtVerifier } from '../../../../service/adapters/assertion-verifier.ts';
import { memoryEventSignal } from '../../../../service/adapters/event-signal/memory-signal.ts';
import { applyMigration, pendingMigrations } from '../../../../service/adapters/metadata-sql/migrate-schema.ts';
import { storeOnDatabase } from '../../../../service/adapters/metadata-sql/store-on-database.ts';
import { argonHasher } from '../../../../service/adapters/password-hasher.ts';
import { openClockTrust } from '../../../../service/domain/kernel/keeping/clock-trust.ts';
import { createArrivingBytes } from '../../../../service/domain/kernel/uploads/arriving-bytes.ts';
import { createAssemblies } from '../../../../service/domain/kernel/uploads/assemblies.ts';
import { createJoinedUploads } from '../../../../service/domain/kernel/uploads/joined-uploads.ts';
import { createUseLog } from '../../../../service/domain/kernel/use-log.ts';
import { createRetries } from '../../../../service/domain/kernel/work/retries.ts';
import { createToken } from '../../../../service/domain/people/tokens/create-token.ts';
import { digestOf } from '../../../../service/domain/people/tokens/digest.ts';
import { callerOfUse } from '../../../../service/domain/people/tokens/token-use.ts';
import { createUser } from '../../../../service/domain/people/users/create-user.ts';
import type { Service } from '../../../../service/domain/service.ts';
import { listenerOf } from '../../../../service/domain/streams/events/stream-listener.ts';
import { createStreamLooks } from '../../../../service/domain/streams/events/stream-looks.ts';
import { type OwnSettings, prepareService } from '../../../../service/domain/upkeep/prepare-service.ts';
import { signedTickets } from '../../../../service/http/answers/tickets.ts';
import { usualBodyLimits } from '../../../../service/http/limits/body-pace.ts';
import { usualStallMs } from '../../../../service/http/limits/stalled-receivers.ts';
import { createServer } from '../../../../service/http/server.ts';
import { createMetrics } from '../../../../service/http/status/metrics.ts';
import type { Clock } from '../../../../service/ports/clock.ts';
import type { Ids } from '../../../../service/ports/ids.ts';
import type { MetadataStore } from '../../../../service/ports/metadata-store.ts';
import { reactions } from '../../../../service/reactions.ts';
import { openChance } from '../chance.ts';
import { type MemoryStores, openMemoryStores } from '../device/memory-stores.ts';
import type { VirtualTime } from '../virtual-time.ts';
import { type MemoryBlobs, openMemoryBlobs } from './memory-blobs.ts';
import { type MemoryDatabase, openMemoryDatabase } from './memory-database.ts';
import { openTruth, type ServiceTruth } from './service-truth.ts';

export const SERVICE_URL = 'http://service.test';
/** Files from this size in bytes are uploaded in parts of this size. Small, so that a one-line file has several parts. */
export const SESSION_FROM_BYTES = 90;
const PART_BYTES = 32;

/** The owner of the devices and the web session, and the second person on the same folder. */
export type PersonName = 'ann' | 'bob';
export const loginOf = (person: PersonName): string => `${person}@example.com`;

/** The service's own program in this process: HTTP, domain and SQL. Runs are sequential, each on fresh data. */
export type ServiceHost = {
  /** The engines' databases, reused by each run. */
  readonly stores: MemoryStores;
  open(time: VirtualTime, seed: number): Promise<HostedService>;
  close(): Promise<void>;
};

/** An answer over the line, with its complete body. */
export type HostAnswer = {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body: Buffer;
};

export type HostRequest = {
  readonly url: URL;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer | null;
};

export type HostedService = {
  /** The domain itself, for events outside its HTTP interface. */
  readonly service: Service;
  readonly truth: ServiceTruth;
  readonly tokens: Readonly<Record<PersonName, string>>;
  /** The people's ids on the service. */
  readonly userIds: Readonly<Record<PersonName, string>>;
  /** Issues a new token, as a sign-in or a refresh does. */
  issueToken(person: PersonName): Promise<string>;
  revokeToken(token: string): Promise<unknown>;
  /** A copy of the service's database; contents are not included. `setBack` restores it like a backup (edge case 95). */
  image(): Promise<Buffer>;
  /** Restarts the service on this image; long polls lose their connection. */
  setBack(image: Buffer): Promise<void>;
  /** Resolves when the service restarts. */
  restarted(): Promise<void>;
  /** Answers one request. Virtual time stops meanwhile. */
  answer(request: HostRequest): Promise<HostAnswer>;
  /**
   * Resolves when there are events after the position, or when `end` resolves. The service's route does the same in real time, which a run does not
   * have.
   */
  waitForEvents(channel: string, position: string, end: Promise<void>): Promise<'new_change' | 'reconnect'>;
  close(): Promise<void>;
};

type People = Pick<HostedService, 'tokens' | 'userIds'>;
type Run = Pick<Service, 'clock' | 'ids' | 'signal' | 'assemblies' | 'arriving' | 'uploads' | 'uses'> & {
  readonly blobs: MemoryBlobs;
};

export async function createServiceHost(): Promise<ServiceHost> {
  const database = await openMemoryDatabase();
  let current: Run | null = startRun(0, { now: () => Date.UTC(2026, 1, 1) });
  const run = (): Run => {
    if (current === null) throw new Error('no run is open');
    return current;
  };
  await createTables(database);
  const store = storeOnDatabase(database, { now: () => run().clock.now() });
  const own = await prepareService(store, run().ids);
  const trust = await openClockTrust(store, { now: () => run().clock.now() }, () => 0);
  const service = serviceOn(store, run, { ...own, trust });
  const people = await signUpAll(service);
  current = null;
  const ticketKey = own.markerKey;
  const app = await openServer(service, ticketKey);
  return {
    stores: openMemoryStores(),
    async open(time, seed) {
      if (current !== null) throw new Error('one run at a time');
      current = startRun(seed, { now: time.nowMs });
      const { uses, blobs, clock } = current;
      database.beginRun(time.hold);
      let [restarted, restart] = promised();
      return {
        service,
        truth: openTruth(database, blobs),
        ...people,
        issueToken: (person) => time.hold(createToken(service, { login: loginOf(person) })),
        revokeToken: (token) => time.hold(store.transaction(({ tokens }) => tokens.delete(digestOf(token)))),
        image: database.image,
        async setBack(image) {
          await database.setBack(image);
          restart();
          [restarted, restart] = promised();
        },
        restarted: () => restarted,
        answer: (request) => time.hold(inject(app, request)),
        async waitForEvents(channel, position, end) {
          const ticket = signedTickets(ticketKey, clock).readChannel(channel);
          const caller = ticket && (await time.hold(callerOfUse(service, ticket)));
          return caller ? waitFor(service, { userId: caller.user.id, position, end, hold: time.hold }) : 'reconnect';
        },
        async close() {
          await uses.settled();
          await database.endRun();
          current = null;
        },
      };
    },
    close: async () => {
      await app.close();
      await store.close();
    },
  };
}

function startRun(seed: number, clock: Clock): Run {
  const ids = seededIds(seed);
  const blobs = openMemoryBlobs(ids, clock);
  const [assemblies, uploads, uses] = [createAssemblies(), createJoinedUploads(), createUseLog()];
  const arriving = createArrivingBytes();
  return { blobs, clock, ids, signal: memoryEventSignal(), assemblies, arriving, uploads, uses };
}

async function openServer(service: Service, ticketKey: OwnSettings['markerKey']): Promise<FastifyInstance> {
  const app = await createServer({
    service,
    metrics: createMetrics({ kind: 'closed' }),
    log: pino({ level: 'silent' }),
    ticketKey,
    publicUrl: () => SERVICE_URL,
    requestsPerMinute: null,
    requestCounts: memoryEventSignal(),
    trustedProxies: [],
    vendorHeaders: false,
    checkAnswers: false,
    bodyLimits: usualBodyLimits,
    stallMs: usualStallMs,
    stopping: new AbortController().signal,
  });
  await app.ready();
  return app;
}

function promised(): [Promise<void>, () => void] {
  const { promise, resolve } = Promise.withResolvers<void>();
  return [promise, resolve];
}

/** The service keeps the same parts for its whole life; the data behind them changes with each run. */
function serviceOn(
  store: MetadataStore,
  run: () => Run,
  { trust, ...own }: OwnSettings & Pick<Service, 'trust'>,
): Service {
  return {
    store,
    trust,
    get blobs() {
      return run().blobs;
    },
    get signal() {
      return run().signal;
    },
    get assemblies() {
      return run().assemblies;
    },
    get arriving() {
      return run().arriving;
    },
    get uploads() {
      return run().uploads;
    },
    get uses() {
      return run().uses;
    },
    // Objects created with the server keep these, so they delegate to the current run.
    clock: { now: () => run().clock.now() },
    ids: { hex: (bytes) => run().ids.hex(bytes) },
    passwords: argonHasher(),
    assertions: jwtVerifier,
    reactions,
    thumbnails: { draw: async () => ({ kind: 'none' }), close: async () => {} },
    texts: { extract: async () => '', close: async () => {} },
    unreadTexts: createRetries(),
    noteFault: () => undefined,
    http: { objection: () => null, post: async () => ({ kind: 'ended' }), close: async () => {} },
    settings: {
      ...own,
      publicUrl: () => SERVICE_URL,
      singleUploadBytes: 100_000,
      maxFileBytes: 10_000_000,
      uploadSessions: { leastBytes: SESSION_FROM_BYTES, partBytes: PART_BYTES },
      trashLifeMs: 30 * 24 * 3600 * 1000,
      adminLogDays: 365,
      fileRequests: { mostFiles: 10_000, mostBytes: 1_000_000_000 },
      zipDownloads: { mostFiles: 10_000, mostItems: 30_000 },
      treeItems: 10_000,
      commitAnswerMs: 25_000,
      acceptManagedUsersAtOnce: true,
      eventUserIds: 'number',
      webhookAddresses: 'public',
      vendorHeaders: false,
    },
  };
}

/** Once, because migrations take longer than a run. */
async function createTables(database: MemoryDatabase): Promise<void> {
  await database.write('enterprise', async ({ db }) => {
    for (const pending of await pendingMigrations(db)) await applyMigration(db, pending);
  });
}

/** The people of every run. */
async function signUpAll(service: Service): Promise<People> {
  const signUp = async (person: PersonName): Promise<{ id: string; token: string }> => {
    const { id } = await createUser(service, { login: loginOf(person), name: person });
    return { id, token: await createToken(service, { login: loginOf(person) }) };
  };
  const [ann, bob] = [await signUp('ann'), await signUp('bob')];
  return { tokens: { ann: ann.token, bob: bob.token }, userIds: { ann: ann.id, bob: bob.id } };
}

/** Ids that are equal in every run of a seed. They protect nothing here. */
function seededIds(seed: number): Ids {
  const chance = openChance(seed, 'ids of the service');
  return { hex: (bytes) => Array.from({ length: bytes * 2 }, () => chance.below(16).toString(16)).join('') };
}

async function inject(app: FastifyInstance, { url, method, headers, body }: HostRequest): Promise<HostAnswer> {
  const answer = await app.inject({
    // The operation table contains only the usual methods.
    method: method as 'GET' | 'POST' | 'PUT' | 'DELETE' | 'OPTIONS',
    url: url.pathname + url.search,
    headers: { ...headers, host: url.host },
    ...(body !== null && { payload: body }),
  });
  const named = Object.entries(answer.headers).map(([name, value]) => [
    name,
    value === undefined ? value : String(value),
  ]);
  return { status: answer.statusCode, headers: Object.fromEntries(named), body: answer.rawPayload };
}

type Waiting = {
  readonly userId: string;
  readonly position: string;
  readonly end: Promise<void>;
  readonly hold: VirtualTime['hold'];
};

/** Same order as the service's route: subscribe first, then read, so that no event is missed. */
async function waitFor(
  service: Service,
  { userId, position, end, hold }: Waiting,
): Promise<'new_change' | 'reconnect'> {
  const looks = createStreamLooks(service);
  const listener = await hold(listenerOf(service, userId, { streamType: 'all', streamPosition: position }));
  let isOver = false;
  const over = end.then(() => {
    isOver = true;
  });
  for (;;) {
    const subscription = await service.signal.subscribe(userId);
    try {
      if (await hold(looks.isBehind(listener))) return 'new_change';
      if (isOver) return 'reconnect';
      await Promise.race([subscription.changed, over]);
    } finally {
      subscription.close();
    }
  }
}
