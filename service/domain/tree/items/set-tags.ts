import { limits } from '../../../../contract/rules/limits.ts';
import { say } from '../../../../contract/rules/say.ts';
import type { ItemRecord } from '../../../ports/metadata/items/items.ts';
import type { MetadataWrites } from '../../../ports/metadata-store.ts';
import type { Change } from '../../change/change.ts';
import { parameterRefusal } from '../../refusal.ts';

/**
 * Records the tags of an item in the tag table.
 * @throws Refusal if there would be more distinct tags than the service allows.
 */
export async function setTags({ tx, caller }: Change, { id, tags }: ItemRecord): Promise<void> {
  await requireRoomForTags(tx, tags);
  await tx.tags.set(id, tags, caller.user.id);
}

async function requireRoomForTags(tx: MetadataWrites, tags: readonly string[]): Promise<void> {
  const known = await tx.tags.known(tags);
  const fresh = tags.filter((name) => !known.has(name)).length;
  const isTooMany = async () => (await tx.tags.count()) + fresh > limits.uniqueTags;
  if (fresh === 0 || !(await isTooMany())) return;
  // Unused tags do not count; they are removed only when the limit matters.
  await tx.tags.forgetUnused();
  if (!(await isTooMany())) return;
  const message = say`The service allows at most ${limits.uniqueTags} different tags, and ${fresh} of these would be new. Use existing tags.`;
  throw parameterRefusal('invalid_parameter', 'tags', message);
}
