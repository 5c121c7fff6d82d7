import { createHash } from 'node:crypto';
import type { RemoteEntry } from '../../../main/engine/model/entry.ts';
import { type Sha1, type StreamPosition, sha1 } from '../../../main/engine/model/ids.ts';
import type { Destination } from '../../../main/engine/model/transfer/transfer-records.ts';
import type { Remote, RemoteChange } from '../../../main/engine/ports/remote/remote.ts';
import type { Created } from '../../../main/engine/ports/remote/remote-refusal.ts';
import { collect } from '../collect.ts';

/** Lower-case hex SHA-1 of bytes. */
export const digestOf = (bytes: Uint8Array): Sha1 => sha1(createHash('sha1').update(bytes).digest('hex'));

/** Returns the created item; throws if the creation failed. */
export function made(answer: Created): RemoteEntry {
  if (!answer.ok) throw new Error(`refused: ${JSON.stringify(answer)}`);
  return answer.entry;
}

/** Uploads a small file. */
export async function put(remote: Remote, destination: Destination, text: string): Promise<Created> {
  const bytes = Buffer.from(text);
  return remote.upload(destination, { bytes, sha1: digestOf(bytes), contentModifiedAtMs: 1_700_000_000_000 });
}

/** All changes from a position to the end of the stream. */
export async function changesSince(remote: Remote, from: StreamPosition): Promise<readonly RemoteChange[]> {
  const changes: RemoteChange[] = [];
  for (let position = from; ; ) {
    const page = await remote.changes(position);
    if (!page.ok) throw new Error('position lost');
    changes.push(...page.changes);
    if (page.position === position) return changes;
    position = page.position;
  }
}

/** A file's content from an offset on, as text. */
export async function textOf(remote: Remote, file: RemoteEntry, offset: number): Promise<string> {
  const download = await remote.download({
    file: file.id,
    offset,
    version: file.versionId,
    sizeBytes: file.content?.sizeBytes ?? null,
  });
  return Buffer.concat(await collect(download.stream)).toString();
}
