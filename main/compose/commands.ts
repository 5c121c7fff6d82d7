import { randomUUID } from 'node:crypto';
import type { FeedSource } from '../../preload/ipc/feeds.ts';
import type { KnownPerson } from '../account/person.ts';
import { keptArchives } from '../commands/archive/archive.ts';
import { commandHandlers } from '../commands/command-handlers.ts';
import type { CommandHost, HostWorld } from '../commands/command-world.ts';
import { type ContentSource, contentSource } from '../commands/content/content-source.ts';
import { type DropFinished, dropBatches } from '../commands/drop/drop-batches.ts';
import { type PathUploads, pathUploads } from '../commands/drop/path-uploads.ts';
import { linkVisits } from '../commands/shared-link/link-visits.ts';
import type { Line } from '../commands/switchboard.ts';
import type { Served } from '../ipc/websocket-transport.ts';
import type { ComposedEngine } from './engine.ts';

/** The command table and the feeds of one engine. */
export type ComposedCommands = Served & {
  readonly drops: Line['drops'];
  /** File contents for the window. */
  readonly contents: ContentSource;
  /** The same for another host with other features. */
  for(host: CommandHost): Served;
};

/** Dependencies of commands besides the engine and the host. */
export type Around = Pick<HostWorld, 'account' | 'settings' | 'notices' | 'ownPlaces' | 'report'>;

export function composeCommands(
  composed: ComposedEngine,
  host: CommandHost,
  person: Pick<KnownPerson, 'current' | 'changed' | 'stale'>,
  around: Around,
): ComposedCommands {
  const { engine, connection, transfers, bandwidth, guard, log } = composed;
  const drops = dropBatches({
    remote: connection.remote,
    uploads: {
      async upload(request) {
        const uploaded = await transfers.upload(request);
        if (uploaded.ok) person.stale();
        return uploaded;
      },
    },
    onFinished: (batch) => engine.feeds.send('notice', finishedDrop(batch)),
  });
  const uploads = pathUploads({
    batches: drops,
    clock: connection.clock,
    send: (message) => engine.feeds.send('uploads', message),
  });
  const feeds = feedsShowing(engine.feeds, uploads);
  const visits = linkVisits(randomUUID);
  const archives = keptArchives(randomUUID);
  const { client: api } = connection;
  const signedIn = {
    isAdmin: async () => person.current()?.isAdmin ?? false,
    onUserChanged: person.changed,
    onServiceChanged: person.stale,
  };
  const served = (of: CommandHost): Served => ({
    handlers: commandHandlers({
      ...around,
      ...signedIn,
      engine,
      api,
      drops,
      uploads,
      visits,
      archives,
      bandwidth,
      guard,
      host: of,
    }),
    feeds,
    reportBug: (command, cause) => log.error(`The command ${command} failed unexpectedly.`, cause),
  });
  return {
    ...served(host),
    drops: { ...drops, isPreparing: uploads.isPreparing },
    contents: contentSource({ api, visits, archives }),
    for: served,
  };
}

/** A new listener learns of all uploads. */
function feedsShowing(feeds: FeedSource, uploads: Pick<PathUploads, 'showAll'>): FeedSource {
  return {
    subscribe: (feed, listener) => {
      const end = feeds.subscribe(feed, listener);
      if (feed === 'uploads') uploads.showAll();
      return end;
    },
  };
}

/** Leads to the files that arrived; the upload card names those that failed. */
function finishedDrop({ batchId, folderId, folder, sent, failed }: Parameters<DropFinished>[0]) {
  return {
    id: `drop ${batchId}`,
    kind: 'drop_finished' as const,
    title: { code: 'drop_finished' as const, args: { failed } },
    body: { code: 'drop_finished_details' as const, args: { sent, failed, folder } },
    invitation: null,
    place: `/files?folder=${encodeURIComponent(folderId)}` as const,
  };
}
