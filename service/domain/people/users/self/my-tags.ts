import { limits } from '../../../../../contract/rules/limits.ts';
import type { Caller, Service } from '../../../service.ts';

/** The tags that the caller has set on any item, in alphabetical order. */
export async function myTags(service: Service, caller: Caller): Promise<string[]> {
  return service.store.read(async ({ tags }) => [...(await tags.ofPerson(caller.user.id, limits.uniqueTags))]);
}
