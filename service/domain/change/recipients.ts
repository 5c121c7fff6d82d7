import type { EventType } from '../../../contract/resources/event.ts';
import type { EventRecipient } from '../../ports/metadata/events.ts';
import { type Audience, isInTree } from './audience.ts';

/**
 * Events that change no tree: only the stream `all` has them (service-decisions.md B 4.4). Events of shared links raise the etag of
 * their item and are therefore in `changes` as well: who follows that stream must learn of every etag.
 */
const onlyInAll: ReadonlySet<EventType> = new Set<EventType>([
  'ITEM_DOWNLOAD',
  'ITEM_PREVIEW',
  'COMMENT_CREATE',
  'COMMENT_DELETE',
  'TASK_CREATE',
  'TASK_ASSIGNMENT_CREATE',
  'ACCESS_GRANTED',
  'ACCESS_REVOKED',
]);

/** Events that tell what others did with an item of a person, and are for the owner alone. */
const onlyForOwner: ReadonlySet<EventType> = new Set<EventType>(['ITEM_DOWNLOAD', 'ITEM_PREVIEW']);

/** In whose streams an event of an item belongs, and in which of them. */
export function recipientsOf(eventType: EventType, audience: Audience): readonly EventRecipient[] {
  const isChange = !onlyInAll.has(eventType);
  return [...audience]
    .filter(([, { kind }]) => kind === 'owner' || !onlyForOwner.has(eventType))
    .map(([userId, access]) => ({ userId, access, isChange: isChange && isInTree(access) }));
}
