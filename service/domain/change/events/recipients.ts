import type { EventType } from '../../../../contract/resources/streams/event.ts';
import type { EventRecipient } from '../../../ports/metadata/streams/events.ts';
import { type Audience, isInTree } from './audience.ts';

/**
 * Events that do not change the tree, so only the stream `all` has them. Shared link events raise the etag of their item and
 * therefore are also in `changes`: clients that follow that stream must learn of every etag.
 */
const onlyInAll: ReadonlySet<EventType> = new Set<EventType>([
  'ITEM_DOWNLOAD',
  'ITEM_PREVIEW',
  'COMMENT_CREATE',
  'COMMENT_DELETE',
  'TASK_CREATE',
  'TASK_ASSIGNMENT_CREATE',
  'TAG_ITEM_CREATE',
]);

/** Events about the use of an item by others, only for the owner. */
const onlyForOwner: ReadonlySet<EventType> = new Set<EventType>(['ITEM_DOWNLOAD', 'ITEM_PREVIEW']);

/** The recipients of an item event, and the streams in which they get it. */
export function recipientsOf(eventType: EventType, audience: Audience): readonly EventRecipient[] {
  const isChange = !onlyInAll.has(eventType);
  return [...audience]
    .filter(([, { kind }]) => kind === 'owner' || !onlyForOwner.has(eventType))
    .map(([userId, access]) => ({ userId, access, isChange: isChange && isInTree(access) }));
}
