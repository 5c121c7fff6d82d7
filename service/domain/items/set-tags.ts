import { limits } from '../../../contract/limits.ts';
import type { ItemRecord } from '../../ports/metadata/items.ts';
import type { MetadataWrites } from '../../ports/metadata-store.ts';
import type { Change } from '../change/change.ts';
import { parameterRefusal } from '../refusal.ts';

/** Notes the tags of an item where they are counted. @throws Refusal when there would be more different ones than the service holds. */
export async function setTags({ tx, caller }: Change, { id, tags }: ItemRecord): Promise<void> {
  await requireRoomForTags(tx, tags);
  await tx.tags.set(id, tags, caller.user.id);
}

async function requireRoomForTags(tx: MetadataWrites, tags: readonly string[]): Promise<void> {
  const known = await tx.tags.known(tags);
  const fresh = tags.filter((name) => !known.has(name)).length;
  const isTooMany = async () => (await tx.tags.count()) + fresh > limits.uniqueTags;
  if (fresh === 0 || !(await isTooMany())) return;
  // Tags that nothing carries any more do not count; they are looked for only when it matters.
  await tx.tags.forgetUnused();
  if (!(await isTooMany())) return;
  const message = `There may be at most ${limits.uniqueTags} different tags, and ${fresh} of these would be new ones. Use tags that are known.`;
  throw parameterRefusal('invalid_parameter', 'tags', message);
}
