import type { StagingFile } from '../../../../main/engine/ports/file-system.ts';

/** Notes when a staging file has bytes that a crash would lose, and when it has none left. */
export function watchStaging(staging: StagingFile, note: (isFlushed: boolean) => void): StagingFile {
  return {
    sizeBytes: staging.sizeBytes,
    append(bytes) {
      note(false);
      return staging.append(bytes);
    },
    truncate: () => staging.truncate(),
    async finish(...how) {
      const content = await staging.finish(...how);
      note(true);
      return content;
    },
    close: () => staging.close(),
  };
}
