import type { FullCollaboration } from '../../../contract/resources/collaboration.ts';
import type { CollaborationRecord } from '../../ports/metadata/collaborations.ts';
import type { MetadataReads } from '../../ports/metadata-store.ts';
import { accessTo } from '../access/item-access.ts';
import { peopleOfCollaboration, presentCollaboration } from '../representation/collaboration.ts';
import { presentFile, presentFolder } from '../representation/item.ts';
import { gatherPeople, peopleOf } from '../representation/people.ts';
import type { Caller, Service } from '../service.ts';

/** The answer about a collaboration, with its item as far as the caller may see it. */
export async function answerCollaboration(
  service: Service,
  reads: MetadataReads,
  caller: Caller,
  collaboration: CollaborationRecord,
): Promise<FullCollaboration> {
  const item = await reads.items.get(collaboration.itemId);
  const ancestors = item ? await reads.items.ancestors(item) : [];
  const access = item ? await accessTo(reads, caller, item, ancestors) : null;
  const named = [...peopleOfCollaboration(collaboration), ...(item ? peopleOf(item) : [])];
  const people = await gatherPeople(reads, named, [caller.user]);
  // Web links are not shared by collaborations.
  if (!item || item.kind === 'web_link' || !access) return presentCollaboration(collaboration, people, null);
  const { trashLifeMs } = service.settings;
  const shown =
    item.kind === 'file'
      ? presentFile({ item, ancestors, access }, { people, trashLifeMs })
      : presentFolder({ item, ancestors, access }, { people, trashLifeMs });
  return presentCollaboration(collaboration, people, shown);
}
