import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { limits } from '../../../contract/rules/limits.ts';
import { scopes } from '../../../contract/scopes.ts';
import { jwtVerifier } from '../../../service/adapters/assertion-verifier.ts';
import { openBlobDisk } from '../../../service/adapters/blob-disk/open-blob-disk.ts';
import { memoryEventSignal } from '../../../service/adapters/event-signal/memory-signal.ts';
import { createHttpSender } from '../../../service/adapters/http-sender/http-sender.ts';
import { openSqliteStore } from '../../../service/adapters/metadata-sql/sqlite/open-sqlite-store.ts';
import { argonHasher } from '../../../service/adapters/password-hasher.ts';
import { createRandomIds } from '../../../service/adapters/random-ids.ts';
import { createTextExtractor } from '../../../service/adapters/text-extractor/text-extractor.ts';
import { createThumbnailer } from '../../../service/adapters/thumbnailer/thumbnailer.ts';
import { openClockTrust } from '../../../service/domain/kernel/keeping/clock-trust.ts';
import { createArrivingBytes } from '../../../service/domain/kernel/uploads/arriving-bytes.ts';
import { createAssemblies } from '../../../service/domain/kernel/uploads/assemblies.ts';
import { createJoinedUploads } from '../../../service/domain/kernel/uploads/joined-uploads.ts';
import { createUseLog } from '../../../service/domain/kernel/use-log.ts';
import { createRetries } from '../../../service/domain/kernel/work/retries.ts';
import { announceTokenEnds } from '../../../service/domain/people/tokens/announce-token-ends.ts';
import { createUser } from '../../../service/domain/people/users/create-user.ts';
import { Refusal } from '../../../service/domain/refusal.ts';
import { type Caller, callerFor, type Service, type ServiceSettings } from '../../../service/domain/service.ts';
import { uploadFile } from '../../../service/domain/tree/files/upload-file.ts';
import { adoptContents } from '../../../service/domain/upkeep/own-contents.ts';
import { prepareService } from '../../../service/domain/upkeep/prepare-service.ts';
import { reactions } from '../../../service/reactions.ts';
import { newQuickFolder, removeQuickFolder } from '../files/quick-folder.ts';
import { copyEmptyTables } from './empty-tables.ts';
import { trustedClock } from './trusted-clock.ts';

/** The domain on real SQLite and real files in its own directory, with a clock controlled by the test. */
export interface DomainWorld extends AsyncDisposable {
  readonly service: Service;
  readonly directory: string;
  /** Advances the clock. By default, each reading advances it by one millisecond. */
  passTime(milliseconds: number): void;
  /** From now on readings do not advance the clock: only `passTime` does. */
  holdTime(): void;
  /** Creates a person and returns the caller. */
  join(login: string): Promise<Caller>;
}

/**
 * Opens a new world; `await using` cleans it up.
 * @param elapsed milliseconds of a monotonic clock, for tests of a clock that is wrong
 */
export async function openDomainWorld(
  settings: Partial<ServiceSettings> = {},
  elapsed?: () => number,
): Promise<DomainWorld> {
  const directory = await newQuickFolder('tandem-domain-');
  let now = Date.UTC(2026, 0, 1);
  let tick = 1;
  const clock = {
    now: () => {
      now += tick;
      return now;
    },
  };
  const database = join(directory, 'metadata.sqlite');
  await copyEmptyTables(database);
  const store = await openSqliteStore(database, clock);
  const blobs = await openBlobDisk(join(directory, 'blobs'));
  const ids = createRandomIds();
  const signal = memoryEventSignal();
  const service: Service = {
    store: announceTokenEnds(store, signal),
    blobs,
    clock,
    trust: elapsed === undefined ? trustedClock(clock) : await openClockTrust(store, clock, elapsed),
    ids,
    signal,
    passwords: argonHasher(),
    assertions: jwtVerifier,
    thumbnails: createThumbnailer(),
    texts: createTextExtractor(),
    unreadTexts: createRetries(),
    noteFault: () => undefined,
    http: createHttpSender(settings.webhookAddresses ?? 'public'),
    assemblies: createAssemblies(),
    arriving: createArrivingBytes(),
    uploads: createJoinedUploads(),
    uses: createUseLog(),
    reactions,
    settings: {
      ...(await prepareService(store, ids)),
      publicUrl: () => 'http://service.test',
      singleUploadBytes: 50 * 1024 * 1024,
      maxFileBytes: 1024 ** 4,
      uploadSessions: { leastBytes: limits.uploadSessionMinBytes, partBytes: limits.uploadPartBytes },
      trashLifeMs: 30 * 24 * 3600 * 1000,
      adminLogDays: limits.adminLogDays,
      fileRequests: { mostFiles: 10_000, mostBytes: 1_000_000_000 },
      zipDownloads: { mostFiles: 10_000, mostItems: 30_000 },
      treeItems: 1_000_000,
      commitAnswerMs: 25_000,
      acceptManagedUsersAtOnce: true,
      eventUserIds: 'number',
      webhookAddresses: 'public',
      vendorHeaders: true,
      ...settings,
    },
  };
  await adoptContents(service);
  return {
    service,
    directory,
    passTime: (milliseconds) => {
      now += milliseconds;
    },
    holdTime: () => {
      tick = 0;
    },
    join: async (login) => callerFor(await createUser(service, { login, name: login }), scopes),
    [Symbol.asyncDispose]: async () => {
      await service.http.close();
      await service.texts.close();
      await store.close();
      removeQuickFolder(directory);
    },
  };
}

/** A content in chunks, as it arrives over the wire. */
export async function* bytesOf(...chunks: readonly (string | Uint8Array)[]): AsyncGenerator<Uint8Array> {
  for (const chunk of chunks) yield typeof chunk === 'string' ? Buffer.from(chunk) : chunk;
}

/** Lower-case hexadecimal SHA-1. */
export function sha1Of(content: string | Uint8Array): string {
  return createHash('sha1').update(content).digest('hex');
}

/** Reads a whole content. */
export async function readAll(content: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of content) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/** Uploads a small text file. */
export async function putFile(service: Service, caller: Caller, parentId: string, name: string, text = name) {
  return uploadFile(service, caller, { parentId, name, content: bytesOf(text) });
}

/** Returns the refusal of a request; throws if the request succeeds. */
export async function refusalOf(request: Promise<unknown>): Promise<Refusal> {
  const outcome = await request.then(
    () => null,
    (error: unknown) => error,
  );
  if (outcome instanceof Refusal) return outcome;
  throw outcome instanceof Error ? outcome : new Error('The request was not refused.', { cause: outcome });
}
