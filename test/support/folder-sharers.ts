import type { ServiceCaller } from './service-caller.ts';

/** Shares a folder with somebody as an editor, unless `more` says otherwise. */
export const shareFolder = async (caller: ServiceCaller, folder: string, id: string, more: object = {}) =>
  caller.post('/collaborations', {
    item: { type: 'folder', id: folder },
    accessible_by: { type: 'user', id },
    role: 'editor',
    ...more,
  });

/** What lies in the root of a person, with the names that it has there. */
export const rootOf = async (caller: ServiceCaller) =>
  (await caller.get('/folders/0/items?limit=1000')).json.entries.map(({ id, name }) => ({ id, name }));

/** The ids of what lies in the root of a person. */
export const idsInRoot = async (caller: ServiceCaller) => (await rootOf(caller)).map(({ id }) => id);

/** Where the events of a person stand. */
export const positionOf = async (caller: ServiceCaller) =>
  (await caller.get('/events?stream_position=now')).json.next_stream_position;

/** What changed for a person since a position. */
export const changesOf = async (caller: ServiceCaller, since: number) =>
  (await caller.get(`/events?stream_type=changes&limit=500&stream_position=${since}`)).json.entries;
