import type { GroupRecord } from '../../../ports/metadata/people/groups.ts';
import type { EventSourceRecord } from '../../../ports/metadata/streams/events.ts';
import { presentGroupMini } from '../../representation/group.ts';

/** A group as the source of an event. */
export function groupSource(group: GroupRecord): EventSourceRecord {
  return { kind: 'resource', resource: { ...presentGroupMini(group.id, group) } };
}
