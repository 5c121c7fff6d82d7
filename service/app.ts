import { limits } from '../contract/rules/limits.ts';
import { jwtVerifier } from './adapters/assertion-verifier.ts';
import type { Access } from './adapters/blob-disk/open-blob-disk.ts';
import { createHttpSender } from './adapters/http-sender/http-sender.ts';
import { argonHasher } from './adapters/password-hasher.ts';
import { createRandomIds } from './adapters/random-ids.ts';
import { systemClock } from './adapters/system-clock.ts';
import { createTextExtractor } from './adapters/text-extractor/text-extractor.ts';
import { createThumbnailer } from './adapters/thumbnailer/thumbnailer.ts';
import { type ClockTrust, openClockTrust } from './domain/kernel/keeping/clock-trust.ts';
import { createArrivingBytes } from './domain/kernel/uploads/arriving-bytes.ts';
import { createAssemblies } from './domain/kernel/uploads/assemblies.ts';
import { createJoinedUploads } from './domain/kernel/uploads/joined-uploads.ts';
import { createUseLog } from './domain/kernel/use-log.ts';
import { createRetries } from './domain/kernel/work/retries.ts';
import { announceTokenEnds } from './domain/people/tokens/announce-token-ends.ts';
import type { ContentFault, Service, ServiceSettings } from './domain/service.ts';
import { requireOwnContents } from './domain/upkeep/own-contents.ts';
import { prepareService } from './domain/upkeep/prepare-service.ts';
import { type OpenStorage, openStorage } from './open-storage.ts';
import type { StorageConfig } from './options/storage-config.ts';
import { type BlobStore, BlobStoreUnavailable } from './ports/blob-store.ts';
import type { Clock } from './ports/clock.ts';
import type { RequestCounts } from './ports/request-counts.ts';
import { reactions } from './reactions.ts';

/** The domain connected to its data, ready for requests and commands. */
export interface OpenService extends AsyncDisposable {
  readonly service: Service;
  /** The load on the database server; null when the database is a file. */
  readonly databaseLoad: OpenStorage['databaseLoad'];
  /** The request counts that the processes of this service exchange. */
  readonly requestCounts: RequestCounts;
  close(): Promise<void>;
}

/** Overrides for an operator or a test. */
export interface OpenOverrides {
  /** `alone` for the process that holds the lock of the data, which cleans up after crashes; by default `shared`, as for commands. */
  readonly access?: Access;
  readonly clock?: Clock;
  readonly trust?: ClockTrust;
  readonly settings?: Partial<ServiceSettings>;
  /** Receives what an update of the database waits for, as a sentence. */
  readonly say?: (sentence: string) => void;
  /** Wraps the blob store with a counter. */
  readonly measured?: (blobs: BlobStore) => BlobStore;
  /** Receives each content that a request could not read. */
  readonly noteFault?: (fault: ContentFault) => void;
}

/** Maximum file size in bytes. */
const maxFileBytes = 500 * 1024 ** 3;

const usualSettings = {
  // Commands never show URLs; a listening service passes its own.
  publicUrl: () => 'http://localhost',
  singleUploadBytes: limits.singleUploadBytes,
  maxFileBytes,
  uploadSessions: { leastBytes: limits.uploadSessionMinBytes, partBytes: limits.uploadPartBytes },
  trashLifeMs: limits.trashLifeMs,
  adminLogDays: limits.adminLogDays,
  fileRequests: { mostFiles: limits.fileRequestFiles, mostBytes: limits.fileRequestBytes },
  zipDownloads: { mostFiles: limits.zipDownloadFiles, mostItems: limits.zipDownloadItems },
  treeItems: limits.treeItems,
  commitAnswerMs: 25_000,
  acceptManagedUsersAtOnce: true,
  eventUserIds: 'number',
  webhookAddresses: 'public',
  vendorHeaders: true,
} as const satisfies Partial<ServiceSettings>;

/** Opens a service's data, creating it if necessary, and connects the domain to it. */
export async function openService(config: StorageConfig, overrides: OpenOverrides = {}): Promise<OpenService> {
  const { clock = systemClock, access = 'shared', say } = overrides;
  const {
    store: database,
    blobs: stored,
    signal,
    databaseLoad,
    close,
  } = await openStorage(config, clock, access, say && { say });
  const store = announceTokenEnds(database, signal);
  const blobs = overrides.measured?.(stored) ?? stored;
  const ids = createRandomIds();
  await requireOwnContents({ store, blobs, ids }).catch(async (error: unknown) => {
    // It may become reachable later. The jobs check again before they delete anything.
    if (error instanceof BlobStoreUnavailable) return;
    await close();
    throw error;
  });
  const thumbnails = createThumbnailer();
  const texts = createTextExtractor();
  const http = createHttpSender(overrides.settings?.webhookAddresses ?? 'public');
  const service: Service = {
    store,
    blobs,
    clock,
    trust: overrides.trust ?? (await openClockTrust(store, clock)),
    ids,
    signal,
    passwords: argonHasher(),
    assertions: jwtVerifier,
    thumbnails,
    texts,
    unreadTexts: createRetries(),
    noteFault: overrides.noteFault ?? (() => undefined),
    http,
    assemblies: createAssemblies(),
    arriving: createArrivingBytes(),
    uploads: createJoinedUploads(),
    uses: createUseLog(),
    reactions,
    settings: {
      ...(await prepareService(store, ids)),
      ...usualSettings,
      ...overrides.settings,
    },
  };
  const closeAll = async () => {
    await service.uses.settled();
    await thumbnails.close();
    await texts.close();
    await http.close();
    await close();
  };
  return { service, databaseLoad, requestCounts: signal, close: closeAll, [Symbol.asyncDispose]: closeAll };
}
