import { type Content, isAt, type RemoteEntry, sameContent } from '../../../model/entry.ts';
import type { ItemId } from '../../../model/ids.ts';
import { nameKey } from '../../../model/names/name-key.ts';
import type { Destination } from '../../../model/transfer/transfer-records.ts';
import type { Remote } from '../../../ports/remote/remote.ts';

type Sent = { readonly destination: Destination; readonly content: Content };

/**
 * The item that was uploaded to, if it has this content. A new item that has already been renamed or moved does not count: the events tell it, in
 * the order in which the names changed hands (I9).
 */
export async function landedAs(
  remote: Remote,
  id: ItemId,
  { destination, content }: Sent,
  signal: AbortSignal,
): Promise<RemoteEntry | null> {
  const entry = await remote.item(id, 'file', signal);
  if (entry === null || !sameContent(entry.content, content)) return null;
  return destination.kind === 'version' || isAt(entry, destination) ? entry : null;
}

/** The same, for a new item whose id is not known: the one that has its name. */
export async function landedAnywhere(remote: Remote, sent: Sent, signal: AbortSignal): Promise<RemoteEntry | null> {
  const { destination, content } = sent;
  if (destination.kind === 'version') return landedAs(remote, destination.itemId, sent, signal);
  const key = nameKey(destination.name);
  const entries = await remote.list(destination.parentId, signal);
  const found = entries?.find((entry) => entry.kind === 'file' && nameKey(entry.name) === key);
  return found !== undefined && sameContent(found.content, content) ? found : null;
}
