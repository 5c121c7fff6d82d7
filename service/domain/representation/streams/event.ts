import type { Event, EventSource } from '../../../../contract/resources/streams/event.ts';
import type { ItemRecord } from '../../../ports/metadata/items/items.ts';
import type { ShownName } from '../../../ports/metadata/people/shown-names.ts';
import type { LoggedEvent, StreamedEvent } from '../../../ports/metadata/streams/events.ts';
import type { MetadataReads } from '../../../ports/metadata-store.ts';
import type { Access, ItemView } from '../../access/item-access.ts';
import { presentUserMini } from '../../kernel/mini.ts';
import { assertNever } from '../../refusal.ts';
import type { Caller, Service, ServiceSettings } from '../../service.ts';
import { presentDate } from '../dates.ts';
import { gatherGroups } from '../group.ts';
import { expectedPurges, fewReferences } from '../items/expected-purges.ts';
import { type Presentation, presentItem } from '../items/item.ts';
import { gatherPeople, peopleOf } from '../people.ts';
import {
  type Collaborators,
  groupsOfCollaboration,
  peopleOfCollaboration,
  presentCollaboration,
} from '../sharing/collaboration.ts';
import { gatherLinks, linksInReach } from '../sharing/shared-link.ts';
import { presentUserSource } from './event-user.ts';

/** The response for events of the caller's stream. */
export async function answerEvents(
  service: Service,
  reads: MetadataReads,
  caller: Caller,
  events: readonly StreamedEvent[],
): Promise<Event[]> {
  const people = await gatherPeople(reads, events.flatMap(namedIn), [caller.user]);
  const groups = await gatherGroups(reads, events.flatMap(groupsIn));
  // The source is shown as of the event, but with its current shared link, which is the one that works. A reader who has lost access
  // since must not get it.
  const current = await gatherLinks(service, reads, [...new Set(events.flatMap(itemIn))]);
  const links = await linksInReach(reads, caller, current);
  const purges = await expectedPurges(
    service,
    reads,
    events.flatMap(({ source }) => (source.kind === 'item' ? [source] : [])),
    fewReferences,
  );
  const presentation = { caller, people, groups, purges, links };
  const isShared = events.some(({ recipient }) => recipient.access.kind === 'collaborator');
  const shownNames = isShared ? await reads.shownNames.ofUser(caller.user.id) : [];
  return events.map((event) => {
    return { ...presentEvent(event, { ...presentation, shownNames }, service.settings), ...ownKey(event, caller) };
  });
}

/** A client recognises its own change by its key. Keys are hidden from everyone else. */
function ownKey({ createdBy, idempotencyKey }: StreamedEvent, { user }: Caller): Pick<Event, 'additional_details'> {
  if (idempotencyKey === null || createdBy !== user.id) return {};
  return { additional_details: { idempotency_key: idempotencyKey } };
}

/** The groups that the representation of an event names. */
export function groupsIn({ source }: Pick<LoggedEvent, 'source'>): readonly string[] {
  return source.kind === 'collaboration' ? groupsOfCollaboration(source.collaboration) : [];
}

function itemIn({ source }: StreamedEvent): readonly string[] {
  return source.kind === 'item' ? [source.item.id] : [];
}

function namedIn({ createdBy, source }: StreamedEvent): readonly string[] {
  switch (source.kind) {
    case 'item':
      return [createdBy, ...peopleOf(source.item)];
    case 'collaboration':
      return [createdBy, ...peopleOfCollaboration(source.collaboration)];
    case 'user':
    case 'resource':
      return [createdBy];
    default:
      return assertNever(source);
  }
}

/** The lookups of a response besides the sources; `shownNames` are the reader's aliases. */
interface EventPresentation extends Omit<Presentation, 'now'>, Collaborators {
  readonly shownNames: readonly ShownName[];
}

function presentEvent(event: StreamedEvent, presentation: EventPresentation, settings: ServiceSettings): Event {
  return {
    type: 'event',
    event_id: event.eventId,
    event_type: event.eventType,
    created_at: presentDate(event.createdAt),
    recorded_at: presentDate(event.createdAt),
    created_by: presentUserMini(event.createdBy, presentation.people.get(event.createdBy)),
    session_id: null,
    source: presentSource(event, presentation, settings),
  };
}

function presentSource(
  { source, recipient, createdAt }: StreamedEvent,
  presentation: EventPresentation,
  settings: ServiceSettings,
): EventSource {
  if (source.kind === 'collaboration') return presentCollaboration(source.collaboration, presentation, { item: null });
  if (source.kind === 'user') return presentUserSource(source.user, settings);
  if (source.kind === 'resource') return { ...source.resource };
  const { item, ancestors } = source;
  const { access } = recipient;
  // A lock is shown as of the event.
  const shownThen = { ...presentation, now: createdAt };
  switch (access.kind) {
    case 'owner':
      return presentItem({ item, ancestors, access: { role: 'owner', sharedItemId: null } }, shownThen);
    case 'collaborator': {
      const shown = presentation.shownNames.find((one) => one.itemId === access.itemId);
      const { role, itemId } = access;
      const shared: Access = { role, sharedItemId: itemId, organisesFrom: itemId, ...(shown ? { shown } : {}) };
      return presentItem({ item, ancestors, access: shared }, shownThen);
    }
    case 'lost':
      return presentItem(goneView(item, ancestors, createdAt, access.itemId), shownThen);
    default:
      return assertNever(access);
  }
}

/** For a user who lost access, the item looks trashed: it is in none of the user's folders. */
function goneView(item: ItemRecord, ancestors: ItemView['ancestors'], lostAt: number, itemId: string): ItemView {
  return { item: { ...item, trashedAt: lostAt }, ancestors, access: { role: 'uploader', sharedItemId: itemId } };
}
