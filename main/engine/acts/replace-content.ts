import { type Content, type Fingerprint, isUntouched, sameFingerprint } from '../model/entry.ts';
import { stagedName } from '../model/names/staged-name.ts';
import { FileSystemError } from '../ports/file-system.ts';
import type { LocalTrash } from '../ports/local-trash.ts';
import { noteTrashed, type Taken } from '../root/record/note-trashed.ts';
import type { RootContext } from '../root/root-context.ts';
import { type Act, onDisk } from './act.ts';

const CHUNK_BYTES = 256 * 1024;

type Source = { readonly path: string; readonly expect: Fingerprint };

export type Replacement = {
  /** The file with the new content, as it was last seen; `path` is absolute. */
  readonly from: Source;
  /** Of the file whose content is replaced, relative to the root. */
  readonly path: string;
  /** The replaced content, as it was last seen. */
  readonly expect: Fingerprint;
  readonly modifiedAtMs: number | null;
};

/**
 * Atomically replaces the content of one file with that of another, only while both are as they were last seen. The former content is
 * copied to the local trash first, and listed there before it is replaced; `kept` describes that copy for the journal. Rejects with
 * `FileSystemError`, code `changed` if one of them is not; as aborted only before anything is replaced.
 */
export async function replaceContent(
  { context, signal }: Pick<Act, 'context' | 'signal'>,
  localTrash: LocalTrash,
  replacement: Replacement,
): Promise<{ readonly content: Content; readonly kept: Taken }> {
  const { path, expect } = replacement;
  const { trash } = context.parts.store;
  const place = await localTrash.keepCopy(onDisk(context, path), context.record.localPath);
  const kept: Taken = { path, place, itemKind: 'file', itemId: null, nodes: 1, bytes: expect.sizeBytes };
  try {
    noteTrashed(context, [kept]);
    return { content: await installCopy(context, replacement, signal), kept };
  } catch (error) {
    // An install that fails late has replaced the file all the same.
    const isSpare = isChanged(error) || (await isStill(context, replacement));
    const listed = trash.at(place);
    if (isSpare && (await isPurged(localTrash, place)) && listed !== undefined) trash.remove(listed.id);
    throw error;
  }
}

const isChanged = (error: unknown): boolean => error instanceof FileSystemError && error.code === 'changed';

async function isStill(context: RootContext, { path, expect }: Replacement): Promise<boolean> {
  const stat = await context.parts.fileSystem.stat(onDisk(context, path)).catch(() => null);
  return stat !== null && isUntouched(stat.fingerprint, expect);
}

const isPurged = (localTrash: LocalTrash, place: string): Promise<boolean> =>
  localTrash.purge(place).then(
    () => true,
    () => false,
  );

async function installCopy(
  context: RootContext,
  { from, path, expect, modifiedAtMs }: Replacement,
  signal: AbortSignal,
): Promise<Content> {
  const { root, record, parts } = context;
  const { fileSystem, random } = parts;
  const { localPath } = record;
  const id = root.localAt(path);
  const row = id === undefined ? undefined : root.syncedByLocal(id);
  const name = stagedName(row?.itemId ?? null, random.token(12));
  try {
    const content = await copyOf(context, from, {
      openStaging: () => fileSystem.openStaging(localPath, name),
      modifiedAtMs,
      signal,
    });
    await fileSystem.install(localPath, name, onDisk(context, path), expect);
    return content;
  } catch (error) {
    await fileSystem.removeStaging(localPath, name);
    throw error;
  }
}

type FileSystem = RootContext['parts']['fileSystem'];
type Copying = {
  openStaging(): ReturnType<FileSystem['openStaging']>;
  readonly modifiedAtMs: number | null;
  readonly signal: AbortSignal;
};

/** RACE: a save of the source between the last look and the install stays in the source alone. */
async function copyOf({ parts }: RootContext, { path, expect }: Source, copying: Copying): Promise<Content> {
  const { fileSystem } = parts;
  const before = await fileSystem.stat(path);
  const content = await copyInto(await fileSystem.openRead(path), copying);
  const after = await fileSystem.stat(path);
  const isSame = before !== null && after !== null && isUntouched(before.fingerprint, after.fingerprint);
  if (isSame && sameFingerprint(after.fingerprint, expect)) return content;
  throw new FileSystemError('changed', path, 'The file changed while it was copied.');
}

async function copyInto(
  reader: Awaited<ReturnType<FileSystem['openRead']>>,
  { openStaging, modifiedAtMs, signal }: Copying,
): Promise<Content> {
  try {
    const staging = await openStaging();
    try {
      const buffer = new Uint8Array(CHUNK_BYTES);
      for (let offset = 0; ; ) {
        signal.throwIfAborted();
        const read = await reader.read(buffer, offset);
        if (read === 0) break;
        await staging.append(buffer.subarray(0, read));
        offset += read;
      }
      return await staging.finish(modifiedAtMs);
    } catch (error) {
      await staging.close();
      throw error;
    }
  } finally {
    await reader.close();
  }
}
