import type { Content, Fingerprint } from '../model/entry.ts';
import type { LocalStat } from '../model/observation.ts';
import type { RootContext } from '../root/root-context.ts';

const CHUNK_BYTES = 256 * 1024;

/**
 * Atomically replaces the content of one file with that of another, only while the target still matches `expect`. Rejects with
 * `FileSystemError`, code `changed` if it no longer does.
 */
export async function replaceContent(
  { parts, record }: RootContext,
  from: string,
  target: string,
  { expect, modifiedAtMs }: { readonly expect: Fingerprint | null; readonly modifiedAtMs: number | null },
): Promise<{ readonly stat: LocalStat; readonly content: Content }> {
  const { fileSystem, random } = parts;
  const name = `act-${random.token(12)}`;
  try {
    const content = await copyInto(await fileSystem.openRead(from), () =>
      fileSystem.openStaging(record.localPath, name),
    );
    const stat = await fileSystem.install(record.localPath, name, target, expect, modifiedAtMs);
    return { stat, content };
  } catch (error) {
    await fileSystem.removeStaging(record.localPath, name);
    throw error;
  }
}

type FileSystem = RootContext['parts']['fileSystem'];

async function copyInto(
  reader: Awaited<ReturnType<FileSystem['openRead']>>,
  openStaging: () => ReturnType<FileSystem['openStaging']>,
): Promise<Content> {
  try {
    const staging = await openStaging();
    try {
      const buffer = new Uint8Array(CHUNK_BYTES);
      for (let offset = 0; ; ) {
        const read = await reader.read(buffer, offset);
        if (read === 0) break;
        await staging.append(buffer.subarray(0, read));
        offset += read;
      }
      return await staging.finish();
    } catch (error) {
      await staging.close();
      throw error;
    }
  } finally {
    await reader.close();
  }
}
