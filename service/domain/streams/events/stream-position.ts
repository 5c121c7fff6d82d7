import type { Sentence } from '../../../../contract/resources/sentence.ts';
import { say } from '../../../../contract/rules/say.ts';
import type { StreamPositions } from '../../../ports/metadata/streams/events.ts';
import { parameterRefusal, Refusal } from '../../refusal.ts';
import { type EventStream, lifeMsOf } from './streams.ts';

/** A reader's position in a stream: events after `after`. `isOwn`: the stream issued the position earlier. */
export interface StreamStart {
  readonly after: number;
  readonly isOwn: boolean;
}

/**
 * Resolves the position in a request: `now` is the latest one; nothing, or `0`, is before the oldest event that the stream keeps.
 * @throws Refusal `invalid_stream_position` for a position that was never issued, and for one whose next events have been pruned. A
 * position unknown to the service means that it was restored from an older state. The client needs a full listing: continuing from
 * such a position would silently miss changes.
 */
export async function readPosition(
  positions: StreamPositions,
  stream: EventStream,
  text: string | undefined,
  now: number,
): Promise<StreamStart> {
  if (text === undefined || text === '' || text === '0') {
    return { after: await positions.before(now - lifeMsOf(stream)), isOwn: false };
  }
  const latest = await positions.latest();
  if (text === 'now') return { after: latest, isOwn: false };
  const position = /^\d{1,16}$/.test(text) ? Number(text) : Number.NaN;
  if (!Number.isSafeInteger(position)) throw badPosition(stream, text);
  if (position > latest) throw unknownPosition(stream, text);
  if (position < (await positions.forgotten())) throw outdatedPosition(stream, text);
  if (position < latest && !(await positions.wasGivenOut(position))) throw unknownPosition(stream, text);
  return { after: position, isOwn: true };
}

/** The service may have issued this position before it was restored, so the client must not continue from it. */
function unknownPosition(stream: EventStream, text: string): Refusal {
  const { code, sentences, contextInfo } = badPosition(stream, text);
  return new Refusal(code, sentences, { contextInfo: { ...contextInfo, stream_position: 'unknown' } });
}

function badPosition(stream: EventStream, text: string): Refusal {
  const message = [
    ...say`stream_position must be "now", "0" or a position that this service gave out, not "${text}".`,
    ...remedy(stream),
  ];
  return parameterRefusal('invalid_stream_position', 'stream_position', message);
}

/** The refusal of a position whose next events have been pruned or are too old for this stream. */
export function outdatedPosition(stream: EventStream, text: string): Refusal {
  const message = [
    ...say`stream_position ${text} is too old: the stream "${stream.type}" keeps events for ${stream.lifeDays} days.`,
    ...remedy(stream),
  ];
  return parameterRefusal('invalid_stream_position', 'stream_position', message);
}

function remedy({ log }: EventStream): readonly Sentence[] {
  return log === 'people'
    ? say`Get a new position with stream_position=now, list your folders again, and continue from that position.`
    : say`Start again with stream_position=0 for all events that are kept, or with stream_position=now.`;
}
