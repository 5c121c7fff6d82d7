import { timeStepOver } from '../../../ports/clock.ts';
import type { UploadOutcome, UploadRequest, UploadSource } from '../transfer.ts';
import type { TransferParts, TransferRun } from '../transfer-run.ts';
import { sessionLost } from './send-parts.ts';
import { openSource, type SourceReader } from './source-reader.ts';
import { type SessionOutcome, uploadThroughSession } from './upload-session.ts';
import { uploadSmall } from './upload-small.ts';

/** Most sessions used by one call: the resumed one, a new one, and one more. */
const SESSIONS = 3;

/** Uploads one file or stream. Rejects with `RemoteError`, `FileSystemError` or, if cancelled, the signal's reason. */
export async function uploadFile(
  parts: TransferParts,
  request: UploadRequest,
  run: TransferRun,
): Promise<UploadOutcome> {
  if (request.room?.mayStart(sizeOf(request.source)) === false) return { ok: false, reason: 'cancelled' };
  let corruptions = 0;
  for (let sessions = 1; sessions <= SESSIONS; sessions++) {
    const outcome = await uploadOnce(parts, request, run);
    if (outcome.ok || outcome.reason !== 'again') return outcome;
    corruptions += outcome.why === 'corrupt' ? 1 : 0;
    if (corruptions > 1) return { ok: false, reason: 'corrupt' };
    // A stream can be read only once.
    if (request.source.kind === 'stream') break;
    run.progress(0);
  }
  throw sessionLost();
}

const sizeOf = (source: UploadSource): number => (source.kind === 'file' ? source.expect.sizeBytes : source.sizeBytes);

async function uploadOnce(parts: TransferParts, request: UploadRequest, run: TransferRun): Promise<SessionOutcome> {
  await run.gate();
  if (request.source.kind === 'file') await timeStepOver(parts.clock, request.source.expect, run.signal);
  const source = await openSource(parts.fileSystem, request.source);
  if (!source) return { ok: false, reason: 'source_changed' };
  try {
    return await uploadFrom(parts, request, source, run);
  } finally {
    await source.close();
  }
}

function uploadFrom(
  parts: TransferParts,
  request: UploadRequest,
  source: SourceReader,
  run: TransferRun,
): Promise<SessionOutcome> {
  const isLarge = source.sizeBytes >= parts.settings.sessionFromBytes;
  return isLarge ? uploadThroughSession(parts, request, source, run) : uploadSmall(parts, request, source, run);
}
