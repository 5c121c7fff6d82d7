import type { Sentence } from '../../../../contract/resources/sentence.ts';
import { say } from '../../../../contract/rules/say.ts';
import type { EventSourceRecord } from '../../../ports/metadata/streams/events.ts';
import type { Change } from '../../change/change.ts';
import { Refusal } from '../../refusal.ts';

/** Events that are looked at; who is further behind reads them first. */
const MOST_EVENTS = 1_000;

/**
 * Writers take turns, so nothing is added between this look and the end of the change.
 * @throws Refusal `precondition_failed` when something below the folder changed after this position of the caller's stream, or when that
 * cannot be determined: the position is unknown here, or too far back.
 */
export async function requireNothingNew({ tx, caller }: Change, folderId: string, knownTo: string): Promise<void> {
  const position = Number(knownTo);
  const positions = tx.events.positionsOf(caller.user.id);
  const latest = await positions.latest();
  const query = { userId: caller.user.id, after: position, limit: MOST_EVENTS, onlyChanges: true, types: null };
  const events = await tx.events.list(query);
  // Read after the events: a job may prune old ones at any moment.
  const forgotten = await positions.forgotten();
  const isKnown = position === latest || (position < latest && (await positions.wasGivenOut(position)));
  if (!isKnown || position < forgotten)
    throw unseen(say`Nothing was deleted: the changes in the folder since then are not known.`);
  const sources = [...events.map(({ source }) => source), ...(await tx.events.pendingSources(caller.user.id))];
  if (sources.some((source) => isBelow(source, folderId)))
    throw unseen(say`Nothing was deleted: something in the folder changed since then.`);
  if (events.length === MOST_EVENTS) throw unseen(say`Nothing was deleted: too much changed since then.`);
}

const isBelow = (source: EventSourceRecord, folderId: string): boolean =>
  source.kind === 'item' && source.ancestors.some(({ id }) => id === folderId);

const unseen = (why: readonly Sentence[]): Refusal =>
  new Refusal('precondition_failed', [...why, ...say`Read the events and try again.`]);
