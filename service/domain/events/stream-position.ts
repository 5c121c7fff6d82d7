import type { MetadataReads } from '../../ports/metadata-store.ts';
import { parameterRefusal, Refusal } from '../refusal.ts';
import { type EventStream, lifeMsOf } from './streams.ts';

/** Where a reader of a stream stands: events behind `after`. `isOwn`: at a position that was given out before. */
export interface StreamStart {
  readonly after: number;
  readonly isOwn: boolean;
}

/**
 * The position that a request names: `now` is the latest one; nothing, or `0`, is before the oldest event that the stream keeps.
 * @throws Refusal `invalid_stream_position` for what was never given out, and for a position whose next events are deleted. A
 * number that was never given out, as far as the service knows, means that it was set back to an older state. Whoever holds one of
 * these must list everything anew: to go on from it would miss changes without a sign.
 */
export async function readPosition(
  { events }: MetadataReads,
  stream: EventStream,
  text: string | undefined,
  now: number,
): Promise<StreamStart> {
  if (text === undefined || text === '' || text === '0') {
    return { after: await events.positionBefore(now - lifeMsOf(stream)), isOwn: false };
  }
  const latest = await events.latestPosition();
  if (text === 'now') return { after: latest, isOwn: false };
  const position = /^\d{1,16}$/.test(text) ? Number(text) : Number.NaN;
  if (!Number.isSafeInteger(position)) throw badPosition(stream, text);
  if (position > latest) throw unknownPosition(stream, text);
  if (position < (await events.forgottenPosition(stream.log))) throw outdatedPosition(stream, text);
  if (position < latest && !(await events.wasGivenOut(position))) throw unknownPosition(stream, text);
  return { after: position, isOwn: true };
}

/** What it may have given out before it was set back; whoever knows more than it does is to be told so. */
function unknownPosition(stream: EventStream, text: string): Refusal {
  const { code, message, contextInfo } = badPosition(stream, text);
  return new Refusal(code, message, { contextInfo: { ...contextInfo, stream_position: 'unknown' } });
}

function badPosition(stream: EventStream, text: string): Refusal {
  const message = `stream_position must be "now", "0" or a position that this service gave out, not "${text}". ${remedy(stream)}`;
  return parameterRefusal('invalid_stream_position', 'stream_position', message);
}

/** The refusal of a position that events were deleted behind, or are too old behind for this stream. */
export function outdatedPosition(stream: EventStream, text: string): Refusal {
  const message = `stream_position ${text} is too old: the stream "${stream.type}" keeps events for ${stream.lifeDays} days. ${remedy(stream)}`;
  return parameterRefusal('invalid_stream_position', 'stream_position', message);
}

function remedy({ log }: EventStream): string {
  return log === 'people'
    ? 'Take the position that stream_position=now gives, list your folders anew, and go on from that position.'
    : 'Start again with stream_position=0 for all that is kept, or with stream_position=now.';
}
