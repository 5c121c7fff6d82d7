import { deleteFile } from '../../../contract/operations/items/files.ts';
import { deleteFolder } from '../../../contract/operations/items/folders.ts';
import type { ApiClient } from '../../api/api-client.ts';
import { NO_THROTTLE, type Throttle } from '../../api/transport/throttle.ts';
import type { Kind, RemoteEntry } from '../model/entry.ts';
import type { ItemId } from '../model/ids.ts';
import type { Clock } from '../ports/clock.ts';
import type { Naming } from '../ports/remote/naming.ts';
import type { Remote } from '../ports/remote/remote.ts';
import type { Changed } from '../ports/remote/remote-refusal.ts';
import { serviceCopies } from './service-remote/copies.ts';
import { ENTRY_FIELDS } from './service-remote/entry-form.ts';
import { createFolder, getFile, getFolder, updateFile, updateFolder } from './service-remote/entry-operations.ts';
import { createEventStream } from './service-remote/events/event-stream.ts';
import { serviceHistory } from './service-remote/history.ts';
import { listFolder } from './service-remote/listing.ts';
import { isNotThere, refusalOf, remoteError } from './service-remote/refusal.ts';
import { isLive, remoteEntry } from './service-remote/remote-entry.ts';
import { serviceSharing } from './service-remote/sharing.ts';
import { smallDownloads } from './service-remote/small-downloads.ts';
import { smallUploads } from './service-remote/uploads/small-uploads.ts';
import { uploadSessions } from './service-remote/uploads/upload-sessions.ts';

const query = { fields: ENTRY_FIELDS };

export type ServiceRemoteOptions = {
  readonly client: ApiClient;
  readonly clock: Clock;
  /** Polling interval for events when the service has no long polling; default 30 s. */
  readonly pollIntervalMs?: number;
  /** The client's speed limit, for contents that arrive within JSON; default: unlimited. */
  readonly throttle?: Throttle;
};

/** The service as the engine's `Remote` port: translates between contract operations and engine types. */
export function createServiceRemote(options: ServiceRemoteOptions): Remote {
  const { client, clock, pollIntervalMs = 30_000, throttle = NO_THROTTLE } = options;
  const readItem = (id: ItemId, kind: Kind, signal?: AbortSignal) => itemNow(client, id, kind, signal);
  const listeners = new Set<(naming: Naming) => void>();
  const onNaming = (naming: Naming): void => {
    for (const listener of listeners) listener(naming);
  };
  const stream = createEventStream({ client, readItem, clock, pollIntervalMs, onNaming });
  return {
    requests: () => client.requests(),
    isOurs: () => client.announcesKeys(),
    currentPosition: (signal) => stream.currentPosition(signal),
    changes: (position, signal) => stream.changes(position, signal),
    waitForChange: (position, signal) => stream.waitForChange(position, signal),
    onNaming: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    item: readItem,
    list: (folder, signal) => listFolder(client, folder, signal),
    async createFolder(parent, name, signal) {
      try {
        const { body } = await client.call(createFolder, { query, body: { name, parent: { id: parent } } }, { signal });
        return { ok: true, entry: remoteEntry(body) };
      } catch (error) {
        return refusalOf(error);
      }
    },
    move: (target, signal) => moveItem(client, target, signal),
    async trash({ id, kind, ifMatch, knownTo = null, isStillDue }, signal) {
      const headers = ifMatch === null ? {} : { 'if-match': ifMatch };
      const options = { signal, isStillDue };
      // A position in any other format belongs to another service, which this one can't interpret.
      const known = knownTo !== null && /^\d{1,19}$/.test(knownTo) ? { stream_position: knownTo } : {};
      try {
        await (kind === 'file'
          ? client.call(deleteFile, { params: { file_id: id }, headers }, options)
          : client.call(
              deleteFolder,
              { params: { folder_id: id }, query: { recursive: true, ...known }, headers },
              options,
            ));
        return { ok: true };
      } catch (error) {
        return refusalOf(error);
      }
    },
    upload: smallUploads(client, clock),
    ...uploadSessions(client),
    ...serviceCopies(client),
    ...serviceHistory(client, readItem),
    ...serviceSharing(client),
    download: smallDownloads(client, clock, throttle),
  };
}

async function itemNow(
  client: ApiClient,
  id: ItemId,
  kind: Kind,
  signal: AbortSignal | undefined,
): Promise<RemoteEntry | null> {
  try {
    const answer = await (kind === 'file'
      ? client.call(getFile, { params: { file_id: id }, query }, { signal })
      : client.call(getFolder, { params: { folder_id: id }, query }, { signal }));
    // A 304 only answers a request with If-None-Match, and this has none.
    return answer.status === 200 && isLive(answer.body) ? remoteEntry(answer.body) : null;
  } catch (error) {
    if (isNotThere(error)) return null;
    throw remoteError(error);
  }
}

type MoveTarget = Parameters<Remote['move']>[0];

async function moveItem(client: ApiClient, target: MoveTarget, signal: AbortSignal | undefined): Promise<Changed> {
  const body = { name: target.name, parent: { id: target.parentId } };
  const headers = target.ifMatch === null ? {} : { 'if-match': target.ifMatch };
  try {
    const answer = await (target.kind === 'file'
      ? client.call(updateFile, { params: { file_id: target.id }, query, headers, body }, { signal })
      : client.call(updateFolder, { params: { folder_id: target.id }, query, headers, body }, { signal }));
    return { ok: true, entry: remoteEntry(answer.body) };
  } catch (error) {
    return refusalOf(error);
  }
}
