import { useCollaborations } from '../../../state/items/collaborations.ts';
import type { Item } from '../../../state/items/item.ts';
import { useService } from '../../../state/service/service.ts';
import type { Mentionable } from './mentions.ts';

/** The owner and everyone with whom the file is shared. */
export function useMentionable(file: Pick<Item, 'id'>): readonly Mentionable[] {
  const owner = useService('getFile', { params: { file_id: file.id }, query: { fields: 'id,type,owned_by' } });
  const shared = useCollaborations({ type: 'file', id: file.id }, true);
  const people = [
    owner.data?.owned_by,
    ...shared.entries.map(({ accessible_by: by }) => (by?.type === 'user' ? by : undefined)),
  ];
  const known = new Map<string, Mentionable>();
  for (const person of people) {
    if (person?.name === undefined || person.name === '') continue;
    known.set(person.id, { id: person.id, name: person.name, login: person.login ?? '' });
  }
  return [...known.values()];
}
