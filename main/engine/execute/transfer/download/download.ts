import { sameContent } from '../../../model/entry.ts';
import type { FileIdentity } from '../../../model/ids.ts';
import { stagedName } from '../../../model/names/staged-name.ts';
import type { DownloadRecord } from '../../../model/transfer/transfer-records.ts';
import { FileSystemError, type StagedContent, type StagingFile } from '../../../ports/file-system.ts';
import { RemoteError } from '../../../ports/remote/remote.ts';
import { patiently } from '../patience.ts';
import type { DownloadOutcome, DownloadRequest, Staged } from '../transfer.ts';
import type { TransferParts, TransferRun } from '../transfer-run.ts';
import { discard } from './discard.ts';
import { refusedByDisk, spaceShort, standingRefusal } from './disk-refusal.ts';
import type { SpaceClaim } from './disk-space.ts';
import { copyNear } from './near-source.ts';
import { stagedBytes } from './staged-bytes.ts';

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

/** Is there something to go on with: content that only lacked a place, or what a full disk left of bytes and refusal? */
const isResumable = ({ reason }: Exclude<DownloadOutcome, { ok: true }>): boolean =>
  reason === 'target_changed' || reason === 'too_large' || reason === 'disk_full';

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
  const stagingName = stagedName(itemId, random.token(16));
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

/** Claims the space first, so that no staging file is open meanwhile. */
async function fetchToDisk(parts: TransferParts, request: DownloadRequest, fetching: Fetching): Promise<FetchedOnce> {
  const { root, content, key } = request;
  const { run, stagingName } = fetching;
  await run.gate();
  const keptBytes = key === null ? 0 : await stagedBytes(parts, root, stagingName);
  const missingBytes = content.sizeBytes - (keptBytes > content.sizeBytes ? 0 : keptBytes);
  const claim = missingBytes === 0 ? undefined : await claimSpace(parts, root, missingBytes, run);
  if (claim === null) {
    // Without space on the disk no partial file stays (edge case 113).
    await discard(parts, request, stagingName);
    return { staged: null, outcome: spaceShort(parts, content.sizeBytes, await parts.fileSystem.freeBytes(root)) };
  }
  try {
    return await fillStaging(parts, request, fetching, claim);
  } finally {
    claim?.release();
  }
}

/** Waits outside the lane while other downloads have claimed the space. Null: too little is free even without them. */
async function claimSpace(
  { space }: TransferParts,
  root: string,
  bytes: number,
  run: TransferRun,
): Promise<SpaceClaim | null> {
  for (;;) {
    const claim = await space.claim(root, bytes);
    if (claim !== 'later') return claim;
    await run.stepAside(() => space.wait(root, bytes, run.signal));
    await run.gate();
  }
}

/** `claim` absent: all bytes are in staging. */
async function fillStaging(
  parts: TransferParts,
  request: DownloadRequest,
  fetching: Fetching,
  claim: SpaceClaim | undefined,
): Promise<FetchedOnce> {
  const staging = await parts.fileSystem.openStaging(request.root, fetching.stagingName);
  let isOpen = true;
  try {
    const isTooLong = staging.sizeBytes > request.content.sizeBytes;
    if (isTooLong) await staging.truncate();
    const start = isTooLong ? 0 : staging.sizeBytes;
    const filling = { staging: claim?.writing(staging) ?? staging, start };
    const { isNear, outcome } = await fill(parts, request, fetching, filling);
    if (outcome) return { staged: null, outcome };
    isOpen = false;
    return { staged: await staging.finish(request.contentModifiedAtMs, fetching.run.signal), isNear, outcome: null };
  } finally {
    if (isOpen) await staging.close();
  }
}

type Filling = { readonly staging: StagingFile; readonly start: number };

/** Adds the bytes from `start` on, from a local file or from the service. */
async function fill(
  parts: TransferParts,
  request: DownloadRequest,
  fetching: Fetching,
  filling: Filling,
): Promise<{ readonly isNear: boolean; readonly outcome: DownloadOutcome | null }> {
  const { near = null } = request;
  const isNear = near !== null && filling.start === 0 && (await copyNear(parts, near, filling.staging, fetching.run));
  return { isNear, outcome: isNear ? null : await receive(parts, request, fetching, filling) };
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
    const { root, expect } = request;
    const stat = await fileSystem.install(root, staged.stagingName, target, expect);
    if (request.key !== null) records.forgetDownload(request.key);
    return { ok: true, stat, path: target, receivedBytes };
  } catch (error) {
    const isTaken = error instanceof FileSystemError && ['exists', 'changed', 'not_found'].includes(error.code);
    if (isTaken) return { ok: false, reason: 'target_changed' };
    throw error;
  }
}
