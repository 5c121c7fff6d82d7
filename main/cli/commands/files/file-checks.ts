import { digestOf } from '../../../engine/execute/transfer/digest-of.ts';
import type { Content } from '../../../engine/model/entry.ts';
import type { FileSystem } from '../../../engine/ports/file-system.ts';

/** Whether files on this computer have a content that the service names, a few files at a time. */
export type FileChecks = {
  holds(path: string, fingerprint: Pick<Content, 'sizeBytes'>, content: Content): Promise<boolean>;
};

const AT_ONCE = 4;

export async function openFileChecks(fileSystem: FileSystem, signal: AbortSignal): Promise<FileChecks> {
  const { default: PQueue } = await import('p-queue');
  const line = new PQueue({ concurrency: AT_ONCE });
  const digest = async (path: string): Promise<string> => {
    const reader = await fileSystem.openRead(path);
    try {
      return await digestOf(reader, signal);
    } finally {
      await reader.close();
    }
  };
  return {
    holds: async (path, { sizeBytes }, content) =>
      sizeBytes === content.sizeBytes && (await line.add(() => digest(path))) === content.sha1,
  };
}
