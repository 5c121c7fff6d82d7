import type { Sha1 } from '../../../model/ids.ts';
import {
  type PartUploaded,
  RemoteError,
  type SentBytes,
  type UploadedPart,
  type UploadSession,
} from '../../../ports/remote/remote.ts';
import { patiently } from '../patience.ts';
import type { TransferParts, TransferRun } from '../transfer-run.ts';
import type { PartState, PlannedPart } from './part-plan.ts';
import type { SourceReader } from './source-reader.ts';
import { createLane, type TaskLane } from './task-lane.ts';

export type PartsSent =
  | { readonly ok: true; readonly parts: readonly UploadedPart[] }
  | { readonly ok: false; readonly reason: 'source_changed' }
  | { readonly ok: false; readonly reason: 'again'; readonly why: 'lost' | 'corrupt' }
  | Extract<PartUploaded, { reason: 'refused' }>;

type Failure = Exclude<PartsSent, { ok: true }>;
type Lane = TaskLane<Failure>;

export type Shipment = {
  readonly session: UploadSession;
  readonly states: readonly PartState[];
  readonly source: SourceReader;
  readonly run: TransferRun;
};

/**
 * Reads the file once, in order, and sends the missing parts, several in parallel. Parts that the service has are still read, to
 * compare them and to hash the whole file. Memory use: the part pool, at most `partsInFlight` parts.
 */
export async function sendParts(transfer: TransferParts, shipment: Shipment): Promise<PartsSent> {
  const lane = createLane<Failure>(transfer.settings.partsInFlight);
  try {
    const parts = await fillLane(transfer, shipment, lane);
    await lane.empty();
    return lane.failure() ?? { ok: true, parts };
  } finally {
    // No part of this upload may still run when the caller gets the result.
    await lane.settled();
  }
}

/** Starts the parts one by one; the result is complete once the lane is empty. */
async function fillLane(transfer: TransferParts, shipment: Shipment, lane: Lane): Promise<readonly UploadedPart[]> {
  const { source, run } = shipment;
  const { arrived, wentOut, done } = countParts(transfer, shipment);
  for (const { part, held } of shipment.states) {
    await run.gate();
    await lane.room();
    if (lane.failure()) break;
    const { bytes, giveBack } = await transfer.buffers.parts.take(part.sizeBytes, run.signal);
    const digest = await source.read(bytes).catch((error: unknown) => {
      giveBack();
      throw error;
    });
    const verdict = verdictOf(held, digest);
    if (verdict === 'send' && digest !== null) {
      const send = () => sendPart(transfer, shipment, { part, bytes, digest, sent: wentOut(part.index) });
      lane.start(() => send().then((sent) => ('reason' in sent ? sent : arrived(sent, part.index))), giveBack);
      continue;
    }
    giveBack();
    if (verdict === 'held' && held) {
      run.had(held.sizeBytes);
      arrived(held, part.index);
    } else lane.fail(verdict === 'changed' ? { ok: false, reason: 'source_changed' } : again('corrupt'));
  }
  return done;
}

/** Reports progress: parts that the service has, plus bytes sent of those in flight. */
function countParts({ settings }: TransferParts, { states, run }: Shipment) {
  const done: UploadedPart[] = [];
  const sent = new Map<number, number>();
  const total = states.length;
  const parallel = Math.min(settings.partsInFlight, total);
  let doneBytes = 0;
  let doneParts = 0;
  const tell = () => {
    const onTheWay = [...sent.values()].reduce((sum, bytes) => sum + bytes, 0);
    run.progress(doneBytes + onTheWay, { done: doneParts, total, parallel });
  };
  tell();
  return {
    /** Completed parts by index. */
    done,
    wentOut: (index: number) => (bytes: number) => {
      // The answer may arrive before the last progress report.
      if (done[index] !== undefined) return;
      sent.set(index, bytes);
      tell();
    },
    arrived(part: UploadedPart, index: number) {
      sent.delete(index);
      done[index] = part;
      doneBytes += part.sizeBytes;
      doneParts += 1;
      tell();
    },
  };
}

function verdictOf(held: UploadedPart | null, digest: Sha1 | null): 'changed' | 'send' | 'held' | 'spoiled' {
  if (digest === null) return 'changed';
  if (!held) return 'send';
  return held.sha1 === digest ? 'held' : 'spoiled';
}

function again(why: 'lost' | 'corrupt'): Failure {
  return { ok: false, reason: 'again', why };
}

type Load = {
  readonly part: PlannedPart;
  readonly bytes: Uint8Array;
  readonly digest: Sha1;
  readonly sent: SentBytes;
};

async function sendPart(
  transfer: TransferParts,
  { session, source, run }: Shipment,
  { part, bytes, digest, sent }: Load,
): Promise<UploadedPart | Failure> {
  const load = { bytes, offset: part.offset, totalBytes: source.sizeBytes, sha1: digest, sent };
  const answer = await patiently(transfer, run.signal, () => transfer.remote.uploadPart(session.id, load, run.signal));
  if (answer.ok) return answer.part;
  if (answer.reason === 'session_gone') return again('lost');
  if (answer.reason === 'refused') return answer;
  // Already stored by a request whose answer was lost; other content at this offset means the session is unusable.
  const isOurs =
    answer.part.sha1 === digest && answer.part.offset === part.offset && answer.part.sizeBytes === part.sizeBytes;
  return isOurs ? answer.part : again('corrupt');
}

/** An upload whose session was lost repeatedly. */
export function sessionLost(): RemoteError {
  return new RemoteError('unavailable', { code: 'upload_session_lost', args: {} });
}
