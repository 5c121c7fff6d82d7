import type { ServiceCaller } from '../service/callers/service-caller.ts';

/** Shares a folder with another person, as an editor unless `more` says otherwise. */
export const shareFolder = async (caller: ServiceCaller, folder: string, login: string, more: object = {}) =>
  caller.post('/collaborations', {
    item: { type: 'folder', id: folder },
    accessible_by: { type: 'user', login },
    role: 'editor',
    ...more,
  });

/** Items in a person's root folder, with the names they have there. */
export const rootOf = async (caller: ServiceCaller) =>
  (await caller.get('/folders/0/items?limit=1000')).json.entries.map(({ id, name }) => ({ id, name }));

/** Ids of the items in a person's root folder. */
export const idsInRoot = async (caller: ServiceCaller) => (await rootOf(caller)).map(({ id }) => id);

/** The current event stream position of a person. */
export const positionOf = async (caller: ServiceCaller) =>
  (await caller.get('/events?stream_position=now')).json.next_stream_position;

/** Changes for a person since a position. */
export const changesOf = async (caller: ServiceCaller, since: number) =>
  (await caller.get(`/events?stream_type=changes&limit=500&stream_position=${since}`)).json.entries;
