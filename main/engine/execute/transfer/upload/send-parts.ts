import PQueue from 'p-queue';
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
import { createTaskLane, type TaskLane } from './task-lane.ts';

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
 * Sends the missing parts in order, several in parallel, and reads the file for its hash beside them. Memory use: the part pool, at most
 * `partsInFlight` parts, and two slices while the hash catches up.
 */
export async function sendParts(transfer: TransferParts, shipment: Shipment): Promise<PartsSent> {
  const lane = createTaskLane<Failure>(transfer.settings.partsInFlight);
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
  const { states, source, run } = shipment;
  const { arrived, wentOut, done } = countParts(transfer, shipment);
  const reads = new PQueue({ concurrency: 1 });
  const read: Read = (part, target) => reads.add(() => source.read(part, target));
  const hash = createCatchUp(shipment, lane, read);
  const readAndSend = async (part: PlannedPart, bytes: Uint8Array): Promise<Failure | void> => {
    const digest = await read(part, bytes);
    if (digest === null) return sourceChanged;
    hash.follow(part.index, digest);
    if (lane.hasFailed()) return;
    const sent = await sendPart(transfer, shipment, { part, bytes, digest, sent: wentOut(part.index) });
    return 'reason' in sent ? sent : arrived(sent, part.index);
  };
  for (const { part, held } of states) {
    if (held) continue;
    await run.gate();
    await lane.room();
    if (lane.hasFailed()) break;
    const { bytes, giveBack } = await transfer.buffers.parts.take(part.sizeBytes, run.signal);
    lane.start(() => readAndSend(part, bytes), giveBack);
  }
  hash.start();
  return done;
}

type Read = (part: PlannedPart, target: Uint8Array | null) => Promise<Sha1 | null>;

/**
 * The hash of the whole file. It takes in each part that is read for sending, as long as it is up to there. After a break it is behind:
 * the parts before are held by the service. Then it reads on by itself, up to the first part that is yet to be sent, and compares each
 * part with what the service has. So the hash fits what was sent.
 */
function createCatchUp({ states, source, run }: Shipment, lane: Lane, read: Read) {
  const digests = states.map(({ held }) => held?.sha1);
  let next = 0;
  let isRunning = false;
  const compareNext = async ({ part, held }: PartState, digest: Sha1): Promise<Failure | null> => {
    if (source.hashedBytes > part.offset) return null;
    await run.gate();
    const found = await read(part, null);
    if (found === digest) return null;
    return found !== null && held ? again('corrupt') : sourceChanged;
  };
  const catchUp = async (): Promise<Failure | void> => {
    try {
      for (; !lane.hasFailed(); next++) {
        const [state, digest] = [states[next], digests[next]];
        if (!state || digest === undefined) return;
        const failure = await compareNext(state, digest);
        if (failure) return failure;
      }
    } finally {
      isRunning = false;
    }
  };
  const start = (): void => {
    if (isRunning) return;
    isRunning = true;
    lane.startBeside(catchUp);
  };
  return {
    start,
    /** A part was read for sending. */
    follow(index: number, digest: Sha1): void {
      digests[index] = digest;
      start();
    },
  };
}

/** Reports progress: parts that the service has, plus bytes sent of those in flight. */
function countParts({ settings }: TransferParts, { states, run }: Shipment) {
  const done: UploadedPart[] = [];
  const sent = new Map<number, number>();
  const total = states.length;
  const parallel = Math.min(settings.partsInFlight, total);
  let doneBytes = 0;
  let doneParts = 0;
  const count = (part: UploadedPart, index: number) => {
    done[index] = part;
    doneBytes += part.sizeBytes;
    doneParts += 1;
  };
  for (const { part, held } of states) if (held) count(held, part.index);
  run.had(doneBytes);
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
      count(part, index);
      tell();
    },
  };
}

const sourceChanged = { ok: false, reason: 'source_changed' } as const;

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
