import { sameContent } from '../../../model/entry.ts';
import type { FileIdentity } from '../../../model/ids.ts';
import { FileSystemError, type StagedContent, type StagingFile } from '../../../ports/file-system.ts';
import { RemoteError } from '../../../ports/remote/remote.ts';
import { patiently } from '../patience.ts';
import type { DownloadRecord } from '../records.ts';
import type { DownloadOutcome, DownloadRequest, Staged } from '../transfer.ts';
import type { TransferParts, TransferRun } from '../transfer-run.ts';
import { refusedByDisk, spaceShort, standingRefusal } from './disk-refusal.ts';
import { copyNear } from './near-source.ts';

/**
 * Downloads one file into staging, verifies it and installs it. A partial or unverified file never appears under its name.
 * Rejects with `RemoteError`, `FileSystemError` or, if cancelled, the signal's reason. After an error, the bytes received so far
 * are kept for the next call if the request has a key and the file is not small.
 */
export async function downloadFile(
  parts: TransferParts,
  asked: DownloadRequest,
  run: TransferRun,
): Promise<DownloadOutcome> {
  const request = withoutKeyWhenSmall(parts, asked);
  const { stagingName, record } = stagingFor(parts, request);
  const refused = await standingRefusal(parts, request, record?.refusal);
  if (refused !== null) return refused;
  const fetching = { run, tally: { receivedBytes: 0 }, stagingName, record };
  try {
    const fetched = await fetchVerified(parts, request, fetching);
    const outcome =
      fetched.outcome ?? (await installStaged(parts, request, { ...fetched, stagingName }, fetching.tally));
    if (!outcome.ok && (request.key === null || !isResumable(outcome))) await discard(parts, request, stagingName);
    return outcome;
  } catch (error) {
    if (request.key === null) await discard(parts, request, stagingName);
    throw error;
  }
}

/** Is there something to go on with: content that only lacked a place, or bytes or a refusal that the next call needs? */
const isResumable = (outcome: Exclude<DownloadOutcome, { ok: true }>): boolean =>
  outcome.reason === 'target_changed' ||
  outcome.reason === 'too_large' ||
  (outcome.reason === 'disk_full' && outcome.space === null);

/** `tally`: the bytes received from the service. `record` null: not resumed. */
type Fetching = {
  readonly run: TransferRun;
  readonly tally: { receivedBytes: number };
  readonly stagingName: string;
  readonly record: DownloadRecord | null;
};

function withoutKeyWhenSmall({ records, settings }: TransferParts, request: DownloadRequest): DownloadRequest {
  if (request.key === null || request.content.sizeBytes >= settings.resumeFromBytes) return request;
  // A leftover record of larger content; unreferenced staging files are cleaned up (edge case 112).
  if (records.download(request.key) !== null) records.forgetDownload(request.key);
  return { ...request, key: null };
}

/** The staging file of an earlier call for the same content, or a new one. */
function stagingFor(
  { records, random }: TransferParts,
  { key, itemId, content, root }: DownloadRequest,
): Pick<Fetching, 'stagingName' | 'record'> {
  const known = key === null ? null : records.download(key);
  if (known && isSame(known, { itemId, content, root })) return { stagingName: known.stagingName, record: known };
  const stagingName = `download-${random.token(16)}`;
  if (key === null) return { stagingName, record: null };
  const record = { key, itemId, content, root, stagingName };
  // Replaces a record of other content; unreferenced staging files are cleaned up (edge case 112).
  records.saveDownload(record);
  return { stagingName, record };
}

function isSame(record: DownloadRecord, request: Pick<DownloadRequest, 'itemId' | 'root' | 'content'>): boolean {
  return (
    record.itemId === request.itemId && record.root === request.root && sameContent(record.content, request.content)
  );
}

/** Without an outcome, the content is in staging, verified and flushed. */
type Fetched = { readonly identity: FileIdentity; readonly outcome: null } | { readonly outcome: DownloadOutcome };

async function fetchVerified(parts: TransferParts, request: DownloadRequest, fetching: Fetching): Promise<Fetched> {
  let asked = request;
  for (let attempt = 1; ; attempt++) {
    const { staged, isNear, outcome } = await fetchOnce(parts, asked, fetching);
    if (outcome) return { outcome };
    if (sameContent(staged, request.content)) return { identity: staged.identity, outcome: null };
    await parts.fileSystem.removeStaging(request.root, fetching.stagingName);
    fetching.run.progress(0);
    // Damaged in transit, or left damaged by an earlier run: start over from the first byte (edge case 104).
    if (attempt > 1 && !isNear) return { outcome: { ok: false, reason: 'corrupt' } };
    asked = { ...request, near: null };
  }
}

/** The content now in staging, or why it is incomplete. */
type FetchedOnce =
  | { readonly staged: StagedContent; readonly isNear: boolean; readonly outcome: null }
  | { readonly staged: null; readonly isNear?: undefined; readonly outcome: DownloadOutcome };

async function fetchOnce(parts: TransferParts, request: DownloadRequest, fetching: Fetching): Promise<FetchedOnce> {
  try {
    return await fetchToDisk(parts, request, fetching);
  } catch (error) {
    const { stagingName, record } = fetching;
    const outcome = await refusedByDisk(parts, request, stagingName, record, error);
    if (outcome === null) throw error;
    return { staged: null, outcome };
  }
}

async function fetchToDisk(parts: TransferParts, request: DownloadRequest, fetching: Fetching): Promise<FetchedOnce> {
  await fetching.run.gate();
  const { fileSystem } = parts;
  const staging = await fileSystem.openStaging(request.root, fetching.stagingName);
  let isOpen = true;
  try {
    if (staging.sizeBytes > request.content.sizeBytes) await staging.truncate();
    const start = staging.sizeBytes > request.content.sizeBytes ? 0 : staging.sizeBytes;
    const { isNear, outcome } = await fill(parts, request, fetching, { staging, start });
    if (outcome) return { staged: null, outcome };
    isOpen = false;
    return { staged: await staging.finish(fetching.run.signal), isNear, outcome: null };
  } finally {
    if (isOpen) await staging.close();
  }
}

type Filling = { readonly staging: StagingFile; readonly start: number };

/** Adds what is missing from `start` on, from a local file or from the service. */
async function fill(
  parts: TransferParts,
  request: DownloadRequest,
  fetching: Fetching,
  { staging, start }: Filling,
): Promise<{ readonly isNear: boolean; readonly outcome: DownloadOutcome | null }> {
  const { near = null, root, content } = request;
  const missingBytes = content.sizeBytes - start;
  const claim = missingBytes === 0 ? null : await parts.space.claim(root, missingBytes, fetching.run.signal);
  if (missingBytes > 0 && claim === null) {
    const freeBytes = await parts.fileSystem.freeBytes(root);
    return { isNear: false, outcome: spaceShort(parts, content.sizeBytes, freeBytes + start) };
  }
  try {
    const target = claim?.writing(staging) ?? staging;
    const isNear = near !== null && start === 0 && (await copyNear(parts, near, target, fetching.run));
    const outcome = isNear ? null : await receive(parts, request, fetching, { staging: target, start });
    return { isNear, outcome };
  } finally {
    claim?.release();
  }
}

/** Appends the bytes from `start` on; after a broken connection it resumes where it stopped. */
async function receive(
  parts: TransferParts,
  request: DownloadRequest,
  { run, tally }: Fetching,
  { staging, start }: Filling,
): Promise<DownloadOutcome | null> {
  const { itemId, versionId, content } = request;
  let received = start;
  run.had(start);
  run.progress(received);
  const isMoving = () => received < content.sizeBytes;
  while (isMoving()) {
    const before = received;
    try {
      const download = await patiently(parts, run.signal, () =>
        parts.remote.download(
          { file: itemId, offset: received, version: versionId, sizeBytes: content.sizeBytes },
          run.signal,
        ),
      );
      if (download.content.sizeBytes !== content.sizeBytes) {
        await download.cancel();
        return { ok: false, reason: 'remote_changed' };
      }
      for await (const chunk of download.stream) {
        await run.gate();
        await staging.append(chunk);
        received += chunk.length;
        tally.receivedBytes += chunk.length;
        run.progress(received);
      }
      // A stream that ends early without an error is broken too.
      if (isMoving() && received === before) throw new RemoteError('offline', `The bytes of ${request.label} stopped.`);
    } catch (error) {
      if (error instanceof RemoteError && error.code === 'not_found') return { ok: false, reason: 'gone' };
      if (error instanceof RemoteError && error.code === 'no_permission') return { ok: false, reason: 'no_permission' };
      const isWorthwhile = error instanceof RemoteError && error.code === 'offline' && received > before;
      if (!isWorthwhile) throw error;
    }
  }
  return null;
}

async function installStaged(
  { fileSystem, records }: TransferParts,
  request: DownloadRequest,
  staged: Staged,
  { receivedBytes }: Fetching['tally'],
): Promise<DownloadOutcome> {
  const target = await request.target(staged);
  if (target === null) return { ok: false, reason: 'target_changed' };
  try {
    const { root, expect, contentModifiedAtMs } = request;
    const stat = await fileSystem.install(root, staged.stagingName, target, expect, contentModifiedAtMs);
    if (request.key !== null) records.forgetDownload(request.key);
    return { ok: true, stat, path: target, receivedBytes };
  } catch (error) {
    const isTaken = error instanceof FileSystemError && ['exists', 'changed', 'not_found'].includes(error.code);
    if (isTaken) return { ok: false, reason: 'target_changed' };
    throw error;
  }
}

async function discard({ fileSystem, records }: TransferParts, request: DownloadRequest, stagingName: string) {
  if (request.key !== null) records.forgetDownload(request.key);
  // Its absence will mean that it was installed, so a recorded install that did not take place is forgotten first.
  if ((await fileSystem.listStaging(request.root)).includes(stagingName)) records.forgetStaged(stagingName);
  await fileSystem.removeStaging(request.root, stagingName);
}
