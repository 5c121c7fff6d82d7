import type { ItemRecord } from '../../ports/metadata/items/items.ts';
import type { UserRecord } from '../../ports/metadata/people/users.ts';
import type { MetadataReads } from '../../ports/metadata-store.ts';

/** Users by id, fetched before a representation so that each is looked up once. */
export type People = ReadonlyMap<string, UserRecord>;

/** Looks up users, each once; those in `known` need no query. */
export async function gatherPeople(
  reads: MetadataReads,
  ids: Iterable<string>,
  known: readonly UserRecord[] = [],
): Promise<People> {
  const people = new Map(known.map((user) => [user.id, user]));
  const wanted = [...new Set(ids)].filter((id) => !people.has(id));
  const found = wanted.length === 0 ? [] : await reads.users.getMany(wanted);
  for (const user of found) people.set(user.id, user);
  return people;
}

/** All users named in the representation of an item. */
export function peopleOf(item: ItemRecord): readonly string[] {
  const named = [item.createdBy, item.modifiedBy, item.ownerId];
  return item.kind === 'file' && item.lock !== null ? [...named, item.lock.createdBy] : named;
}
