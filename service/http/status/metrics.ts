import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import { say } from '../../../contract/rules/say.ts';
import { within } from '../../domain/kernel/work/within.ts';
import { Refusal } from '../../domain/refusal.ts';
import type { Service } from '../../domain/service.ts';
import type { BlobFault, BlobStore } from '../../ports/blob-store.ts';
import type { DatabaseLoad } from '../../ports/database-load.ts';

/** Access to the metrics: anyone who can connect, holders of a token, or no one. */
export type MetricsAccess =
  | { readonly kind: 'open' }
  | { readonly kind: 'token'; readonly token: string }
  | { readonly kind: 'closed' };

/** The limits per network or user. */
export type Budget =
  | 'passwords'
  | 'tokens'
  | 'requests'
  | 'connections'
  | 'slow_bodies'
  | 'stalled_receivers'
  | 'long_polls';

/** The counters of one process in Prometheus format. They contain no users, items or addresses. */
export interface Metrics {
  readonly registry: Registry;
  readonly access: MetricsAccess;
  noteRequest(request: {
    readonly method: string;
    readonly route: string;
    readonly status: number;
    readonly seconds: number;
  }): void;
  /** Counts a request, a connection or a wait that a limit refused. */
  noteRefused(budget: Budget): void;
  noteJob(job: string, end: 'done' | 'failed', seconds: number): void;
  /** Records the start of a long poll, and returns a function that records its end. */
  noteListener(): () => void;
  /** Counts a failed read of a content for a request. */
  noteFault(fault: BlobFault): void;
  /** Also reports the load on a database server. */
  watchDatabase(load: () => DatabaseLoad): void;
  /** Wraps a blob store with counters. */
  measured(blobs: BlobStore): BlobStore;
}

/** Histogram buckets of request durations, in seconds. */
const durations = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60];

/** Starts with nothing counted. */
export function createMetrics(access: MetricsAccess): Metrics {
  const registry = new Registry();
  const registers = [registry];
  const requests = new Counter({
    name: 'tandem_requests_total',
    help: 'Answered requests.',
    labelNames: ['method', 'route', 'status'],
    registers,
  });
  const seconds = new Histogram({
    name: 'tandem_request_seconds',
    help: 'Time from a request to the end of its response, excluding long polls.',
    labelNames: ['method', 'route'],
    buckets: durations,
    registers,
  });
  const refused = new Counter({
    name: 'tandem_budget_refusals_total',
    help: 'Refusals because a network or user exceeded a limit.',
    labelNames: ['budget'],
    registers,
  });
  const listeners = new Gauge({ name: 'tandem_event_listeners', help: 'Pending long polls.', registers });
  const jobs = new Counter({
    name: 'tandem_job_runs_total',
    help: 'Job runs in this process.',
    labelNames: ['job', 'end'],
    registers,
  });
  const jobSeconds = new Counter({
    name: 'tandem_job_seconds_total',
    help: 'Duration of job runs.',
    labelNames: ['job'],
    registers,
  });
  addProcessFigures(registry);
  const contents = contentCounters(registry);
  return {
    registry,
    access,
    noteRequest: ({ method, route, status, seconds: took }) => {
      requests.inc({ method, route, status });
      if (route !== waitRoute) seconds.observe({ method, route }, took);
    },
    noteRefused: (budget) => refused.inc({ budget }),
    noteJob: (job, end, took) => {
      jobs.inc({ job, end });
      jobSeconds.inc({ job }, took);
    },
    noteListener: () => {
      listeners.inc();
      return () => listeners.dec();
    },
    noteFault: faultCounter(registry),
    watchDatabase: (load) => addDatabaseFigures(registry, load),
    measured: contents,
  };
}

/** Long polls are idle: their duration says nothing about the service. */
const waitRoute = '/events/wait';

function addProcessFigures(registry: Registry): void {
  const registers = [registry];
  registry.registerMetric(
    new Gauge({
      name: 'process_resident_memory_bytes',
      help: 'Memory use of the process.',
      registers,
      collect() {
        this.set(process.memoryUsage.rss());
      },
    }),
  );
}

function addDatabaseFigures(registry: Registry, load: () => DatabaseLoad): void {
  const registers = [registry];
  registry.registerMetric(
    new Gauge({
      name: 'tandem_database_connections',
      help: 'Database connections that read or write, and works waiting for one.',
      labelNames: ['pool', 'state'] as const,
      registers,
      collect() {
        for (const [pool, states] of Object.entries(load().pools)) {
          for (const state of ['open', 'idle', 'waiting'] as const) this.set({ pool, state }, states[state]);
        }
      },
    }),
  );
  registry.registerMetric(
    new Gauge({
      name: 'tandem_database_changes_pending',
      help: 'Changes that run or wait for their turn.',
      registers,
      collect() {
        this.set(load().changes);
      },
    }),
  );
}

function addUseFigures(registry: Registry, service: Service): void {
  const registers = [registry];
  registry.registerMetric(
    new Gauge({
      name: 'tandem_use_records_waiting',
      help: 'Downloads and previews waiting to be recorded before content is sent.',
      registers,
      collect() {
        this.set(service.uses.figures().waiting);
      },
    }),
  );
  registry.registerMetric(
    new Counter({
      name: 'tandem_use_records_failed_total',
      help: 'Records that could not be written; the download or preview was refused.',
      registers,
      collect() {
        this.reset();
        this.inc(service.uses.figures().failed);
      },
    }),
  );
}

function faultCounter(registry: Registry): Metrics['noteFault'] {
  const faults = new Counter({
    name: 'tandem_contents_unreadable_total',
    help: 'Reads of stored contents for a request that failed.',
    labelNames: ['fault'],
    registers: [registry],
  });
  return (fault) => faults.inc({ fault });
}

function contentCounters(registry: Registry): (blobs: BlobStore) => BlobStore {
  const registers = [registry];
  const written = new Counter({ name: 'tandem_contents_written_total', help: 'Blobs stored.', registers });
  const writtenBytes = new Counter({ name: 'tandem_contents_written_bytes_total', help: 'Bytes stored.', registers });
  const opened = new Counter({ name: 'tandem_contents_opened_total', help: 'Blobs read.', registers });
  const deleted = new Counter({
    name: 'tandem_contents_deleted_total',
    help: 'Blobs deleted.',
    registers,
  });
  return (blobs) => ({
    ...blobs,
    write: async (content, options) => {
      const stored = await blobs.write(content, options);
      written.inc();
      writtenBytes.inc(stored.sizeBytes);
      return stored;
    },
    writeMany: async (contents) => {
      const stored = await blobs.writeMany(contents);
      written.inc(stored.length);
      writtenBytes.inc(contents.reduce((sum, { length }) => sum + length, 0));
      return stored;
    },
    open: async (blobId, ...more) => {
      opened.inc();
      return blobs.open(blobId, ...more);
    },
    delete: async (blobId) => {
      await blobs.delete(blobId);
      deleted.inc();
    },
    deleteMany: async (blobIds) => {
      const failed = await blobs.deleteMany(blobIds);
      deleted.inc(blobIds.length - failed.size);
      return failed;
    },
  });
}

function addContentsFigure(registry: Registry, service: Service): void {
  registry.registerMetric(
    new Gauge({
      name: 'tandem_contents_available',
      help: '1 if the content store can be reached, otherwise 0.',
      registers: [registry],
      async collect() {
        this.set((await within(service.blobs.isAvailable(), collectMs)) === true ? 1 : 0);
      },
    }),
  );
}

/** How long a scrape waits for a figure from the database or the content store, in milliseconds. Prometheus gives up after 10 s. */
const collectMs = 2_000;

/** `GET /metrics`, and the request counters. */
export function addMetrics(app: FastifyInstance, service: Service, metrics: Metrics): void {
  const waiting = new Gauge({
    name: 'tandem_webhook_deliveries_waiting',
    help: 'Pending webhook deliveries in the whole service.',
    registers: [metrics.registry],
  });
  addUseFigures(metrics.registry, service);
  addContentsFigure(metrics.registry, service);
  app.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url ?? 'none';
    metrics.noteRequest({ method: request.method, route, status: reply.statusCode, seconds: reply.elapsedTime / 1000 });
    done();
  });
  app.get('/metrics', async (request, reply) => {
    requireAccess(metrics.access, request.headers.authorization);
    // Without the database the other metrics are still useful.
    const counted = service.store.read(({ webhooks }) => webhooks.countWaiting()).catch(() => Number.NaN);
    const count = await within(counted, collectMs);
    waiting.set(count === 'late' ? Number.NaN : count);
    return reply.header('content-type', metrics.registry.contentType).send(await metrics.registry.metrics());
  });
}

/** Callers without access get the same response as for an unknown URL. */
function requireAccess(access: MetricsAccess, authorization: string | undefined): void {
  const isAllowed =
    access.kind === 'open' || (access.kind === 'token' && isSame(authorization ?? '', `Bearer ${access.token}`));
  if (!isAllowed) throw new Refusal('not_found', say`There is nothing at this URL.`);
}

/** Digests have equal length, so the comparison time reveals nothing about the token. */
function isSame(given: string, expected: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(given), digest(expected));
}
