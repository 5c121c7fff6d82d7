import { parameterRefusal } from '../refusal.ts';

/**
 * The position that a request names: `now` is the latest one, nothing or `0` is before the oldest event.
 * @throws Refusal `invalid_stream_position` for what was never given out. A position from the future means that the
 * service was set back to an older state: whoever holds one must list everything anew rather than wait for ever.
 */
export function readPosition(text: string | undefined, latest: number): number {
  if (text === undefined || text === '') return 0;
  if (text === 'now') return latest;
  const position = /^\d{1,16}$/.test(text) ? Number(text) : Number.NaN;
  if (Number.isSafeInteger(position) && position <= latest) return position;
  const message = `stream_position must be "now", "0" or a position that this service gave out, not "${text}". List anew.`;
  throw parameterRefusal('invalid_stream_position', 'stream_position', message);
}
