import type { Access } from './adapters/blob-disk/open-blob-disk.ts';
import type { SqlDatabase } from './adapters/metadata-sql/sql-database.ts';
import type { NatsPlace } from './options/signal-place.ts';
import { type BlobPlace, type DatabasePlace, isOnDisk, type StorageConfig } from './options/storage-config.ts';
import { UsageError } from './options/usage-error.ts';
import type { BlobStore } from './ports/blob-store.ts';
import type { Clock } from './ports/clock.ts';
import type { DatabaseLoad } from './ports/database-load.ts';
import type { EventSignal } from './ports/event-signal.ts';
import type { MetadataStore } from './ports/metadata-store.ts';
import type { RequestCounts } from './ports/request-counts.ts';
import { closePrivateFile, openPrivateFile, openPrivateFolder } from './private-files.ts';

/** The open storage of a service. */
export interface OpenStorage {
  readonly store: MetadataStore;
  readonly blobs: BlobStore;
  readonly signal: EventSignal & RequestCounts;
  /** The load on the database server; null when the database is a file. */
  readonly databaseLoad: (() => DatabaseLoad) | null;
  close(): Promise<void>;
}

/** An open part of the storage, and its close function. */
interface Opened<Part> {
  readonly part: Part;
  close(): Promise<void>;
}

/** Receives what opening a database has to report. */
export interface OpeningReports {
  /** Receives what reads the load on a database server. */
  readonly onLoad?: (load: () => DatabaseLoad) => void;
  /** Receives a sentence while an update of the tables waits. */
  readonly say?: (sentence: string) => void;
}

/** Opens a service's data, creating it if necessary. Drivers are loaded only when needed. Only the holder of its lock is `alone`. */
export async function openStorage(
  config: StorageConfig,
  clock: Clock,
  access: Access,
  reports: Pick<OpeningReports, 'say'> = {},
): Promise<OpenStorage> {
  if (isOnDisk(config)) await openDataFolder(config.dataDirectory);
  let databaseLoad: (() => DatabaseLoad) | null = null;
  const onLoad = (load: () => DatabaseLoad) => {
    databaseLoad = load;
  };
  const store = await openMetadata(config.database, clock, { ...reports, onLoad });
  const opened: Opened<unknown>[] = [{ part: store, close: async () => store.close() }];
  const close = async () => {
    for (const { close: end } of opened.toReversed()) await end();
  };
  try {
    const blobs = await openBlobs(config.blobs, access);
    opened.push(blobs);
    const signal = await openSignal(config);
    opened.push(signal);
    return { store, blobs: blobs.part, signal: signal.part, databaseLoad, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/**
 * Creates or opens the data folder of a service, accessible only to the service's user from then on.
 * @throws UsageError
 */
export async function openDataFolder(folder: string): Promise<void> {
  await openPrivateFolder(folder, (name) => /^(?:service\.(?:lock|db)|blobs)$/.test(name));
}

/** Opens the metadata alone. */
export async function openMetadata(
  place: DatabasePlace,
  clock: Clock,
  reports: OpeningReports = {},
): Promise<MetadataStore> {
  const { storeOnDatabase } = await import('./adapters/metadata-sql/store-on-database.ts');
  return storeOnDatabase(await openDatabase(place, reports), clock);
}

/** Opens only the database. @throws CopyUnfinished */
export async function openDatabase(place: DatabasePlace, reports: OpeningReports = {}): Promise<SqlDatabase> {
  const database = await openCopyTarget(place, reports);
  try {
    const { requireWhole } = await import('./adapters/metadata-sql/copy-rows.ts');
    await requireWhole(database);
    return database;
  } catch (error) {
    await database.close();
    throw error;
  }
}

/** Opens a database to copy rows into. It may be one that an interrupted copy left behind. */
export async function openCopyTarget(place: DatabasePlace, reports: OpeningReports = {}): Promise<SqlDatabase> {
  if (place.kind === 'sqlite') {
    await openPrivateFile(place.file);
    for (const suffix of ['-wal', '-shm']) await closePrivateFile(place.file + suffix);
    const { openSqliteDatabase } = await import('./adapters/metadata-sql/sqlite/sqlite-database.ts');
    return openSqliteDatabase(place.file);
  }
  const { openPostgresDatabase } = await import('./adapters/metadata-sql/postgres/postgres-database.ts');
  return openPostgresDatabase({ ...place, ...reports });
}

/** Opens only the blobs. */
export async function openBlobs(place: BlobPlace, access: Access = 'shared'): Promise<Opened<BlobStore>> {
  if (place.kind === 'disk') {
    await openPrivateFolder(place.directory, (name) => name === 'incoming');
    const { openBlobDisk } = await import('./adapters/blob-disk/open-blob-disk.ts');
    return { part: await openBlobDisk(place.directory, access), close: async () => undefined };
  }
  const { openBlobS3 } = await import('./adapters/blob-s3/open-blob-s3.ts');
  const blobs = await openBlobS3(place);
  return { part: blobs, close: async () => blobs.close() };
}

/** By default wake-ups use the database's channel: a file belongs to one machine and process, a server reaches all. */
async function openSignal({ database, signal: place }: StorageConfig): Promise<Opened<OpenStorage['signal']>> {
  if (place.kind === 'nats') return openNats(place);
  if (database.kind === 'sqlite') {
    const { memoryEventSignal } = await import('./adapters/event-signal/memory-signal.ts');
    return { part: memoryEventSignal(), close: async () => undefined };
  }
  const { postgresEventSignal } = await import('./adapters/event-signal/postgres-signal.ts');
  const signal = await postgresEventSignal({ url: database.url });
  return { part: signal, close: async () => signal.close() };
}

async function openNats(place: NatsPlace): Promise<Opened<OpenStorage['signal']>> {
  const { natsEventSignal } = await import('./adapters/event-signal/nats-signal.ts');
  const signal = await natsEventSignal(place).catch((cause: unknown) => {
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new UsageError(`Cannot reach NATS at ${place.servers.join(', ')}: ${why}.`, { cause });
  });
  return { part: signal, close: async () => signal.close() };
}
