import { basename, join } from 'node:path';
import PQueue from 'p-queue';
import type { CommandRequest, CommandResult } from '../../../preload/ipc/commands.ts';
import { createReadStream, lstat, readdir } from '../../disk/disk.ts';
import { refusedAs } from '../results.ts';
import type { DropBatches } from './drop-batches.ts';

type PathFile = {
  readonly path: string;
  readonly relativePath: string;
  readonly sizeBytes: number;
  readonly modifiedAtMs: number;
};

/** Files read at the same time, and the size of each read: enough to saturate a disk. */
const FILES_AT_ONCE = 4;
const PIECE_BYTES = 1024 * 1024;

/**
 * Uploads files and folders that were dropped where the host can read the disk. Walks them and sends them as a batch. Resolves as soon as the batch
 * exists; the status shows the transfers. Skips links and special files.
 */
export async function dropPaths(
  batches: DropBatches,
  request: CommandRequest<'drop.paths'>,
): Promise<CommandResult<'drop.paths'>> {
  const files: PathFile[] = [];
  try {
    for (const path of request.paths) await collect(path, basename(path), files);
  } catch (cause) {
    // Each error of the disk names its path.
    const path = String((cause as NodeJS.ErrnoException).path ?? request.paths[0]);
    return refusedAs('unreadable', { code: 'drop_unreadable', args: { path } });
  }
  if (files.length === 0) return refusedAs('nothing_to_upload', { code: 'drop_empty', args: {} });
  const { folderId, onConflict } = request;
  const begun = await batches.begin({
    folderId,
    onConflict,
    files: files.map(({ relativePath, sizeBytes, modifiedAtMs }) => ({ relativePath, sizeBytes, modifiedAtMs })),
  });
  if (!begun.ok) return begun;
  const queue = new PQueue({ concurrency: FILES_AT_ONCE });
  const never = new AbortController().signal;
  for (const [index, { id }] of begun.value.files.entries()) {
    const file = files[index];
    if (file === undefined) continue;
    // The batch counts failures and reports them when it ends.
    void queue.add(() => batches.receive(id, bytesOf(file.path), never));
  }
  return { ok: true, value: { batchId: begun.value.batchId } };
}

/** Opens the file when it is first read: an unread stream keeps its file open, and its error crashes the process. */
async function* bytesOf(path: string): AsyncGenerator<Uint8Array> {
  yield* createReadStream(path, { highWaterMark: PIECE_BYTES });
}

async function collect(path: string, relativePath: string, found: PathFile[]): Promise<void> {
  const stat = await lstat(path);
  if (stat.isFile()) found.push({ path, relativePath, sizeBytes: stat.size, modifiedAtMs: Math.round(stat.mtimeMs) });
  if (!stat.isDirectory()) return;
  for (const name of await readdir(path)) await collect(join(path, name), `${relativePath}/${name}`, found);
}
