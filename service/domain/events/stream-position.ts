import type { MetadataReads } from '../../ports/metadata-store.ts';
import { parameterRefusal } from '../refusal.ts';

/**
 * The position that a request names: `now` is the latest one, nothing or `0` is before the oldest event.
 * @throws Refusal `invalid_stream_position` for what was never given out, and for a position so old that events behind it
 * are deleted. A position from the future means that the service was set back to an older state. Whoever holds one of these
 * must list everything anew: to go on from it would miss changes without a sign.
 */
export async function readPosition({ events }: MetadataReads, text: string | undefined): Promise<number> {
  const latest = await events.latestPosition();
  if (text === undefined || text === '' || text === '0') return 0;
  if (text === 'now') return latest;
  const position = /^\d{1,16}$/.test(text) ? Number(text) : Number.NaN;
  const isKnown = Number.isSafeInteger(position) && position <= latest;
  if (isKnown && position >= (await events.forgottenPosition('people'))) return position;
  const message = `stream_position must be "now", "0" or a position that this service gave out lately, not "${text}". List anew.`;
  throw parameterRefusal('invalid_stream_position', 'stream_position', message);
}
