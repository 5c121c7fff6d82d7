import type { Event, EventSource } from '../../../../contract/resources/streams/event.ts';
import type { AdminEvent, ItemSnapshot } from '../../../ports/metadata/streams/events.ts';
import type { MetadataReads } from '../../../ports/metadata-store.ts';
import { presentUserMini, rootMini } from '../../kernel/mini.ts';
import { assertNever } from '../../refusal.ts';
import type { Service, ServiceSettings } from '../../service.ts';
import { presentDate } from '../dates.ts';
import { gatherGroups } from '../group.ts';
import { classificationsOf } from '../notes/shown-metadata.ts';
import { gatherPeople } from '../people.ts';
import { type Collaborators, peopleOfCollaboration, presentCollaboration } from '../sharing/collaboration.ts';
import { groupsIn } from './event.ts';
import { presentUserSource } from './event-user.ts';

/** `service_id` of a change made with a token that belongs to no application: the operator created it. */
const OPERATOR = 'operator';

/** The response for events of the administrators' log. */
export async function answerAdminEvents(
  service: Service,
  reads: MetadataReads,
  events: readonly AdminEvent[],
): Promise<Event[]> {
  const people = await gatherPeople(reads, events.flatMap(namedIn));
  const groups = await gatherGroups(reads, events.flatMap(groupsIn));
  const itemIds = events.flatMap(({ source }) => (source.kind === 'item' ? [source.item.id] : []));
  // The source is shown as of the event, but with its current classification, which is the one that matters to the reader.
  const classifications = await classificationsOf(reads, [...new Set(itemIds)]);
  const presentation = { people, groups, classifications, settings: service.settings };
  return events.map((event) => presentAdminEvent(event, presentation));
}

function namedIn({ createdBy, source }: AdminEvent): readonly string[] {
  switch (source.kind) {
    case 'item':
      return [createdBy, source.item.ownerId];
    case 'collaboration':
      return [createdBy, ...peopleOfCollaboration(source.collaboration)];
    case 'user':
    case 'resource':
      return [createdBy];
    default:
      return assertNever(source);
  }
}

/** The lookups of a response besides the events. */
interface LogPresentation extends Collaborators {
  /** By item id. */
  readonly classifications: ReadonlyMap<string, { readonly name: string }>;
  readonly settings: ServiceSettings;
}

function presentAdminEvent(event: AdminEvent, presentation: LogPresentation): Event {
  const { people } = presentation;
  return {
    type: 'event',
    event_id: event.eventId,
    event_type: event.adminType,
    created_at: presentDate(event.createdAt),
    recorded_at: presentDate(event.createdAt),
    created_by: presentUserMini(event.createdBy, people.get(event.createdBy)),
    session_id: null,
    source: presentSource(event, presentation),
    additional_details: { service_id: OPERATOR, ...event.details },
  };
}

function presentSource({ source }: AdminEvent, presentation: LogPresentation): EventSource {
  switch (source.kind) {
    case 'item':
      return presentItemSource(source, presentation);
    case 'user':
      return presentUserSource(source.user, presentation.settings);
    case 'collaboration':
      return {
        ...presentCollaboration(source.collaboration, presentation, { item: null }),
        item_id: source.collaboration.itemId,
      };
    case 'resource':
      return { ...source.resource };
    default:
      return assertNever(source);
  }
}

/** An item as the source of an administrator event. */
function presentItemSource(
  { item, ancestors }: ItemSnapshot,
  { people, classifications }: LogPresentation,
): EventSource {
  const classification = classifications.get(item.id);
  const parent = ancestors.at(-1);
  const { id, name } = parent === undefined || parent.parentId === null ? rootMini : parent;
  const { type, id: ownerId, name: ownerName, login } = presentUserMini(item.ownerId, people.get(item.ownerId));
  return {
    item_type: item.kind,
    item_id: item.id,
    item_name: item.name,
    parent: { type: 'folder', name, id },
    owned_by: { type, id: ownerId, name: ownerName, login },
    ...(classification === undefined ? {} : { classification: { name: classification.name } }),
  };
}
