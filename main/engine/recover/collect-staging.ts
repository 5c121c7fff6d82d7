import { join } from 'node:path';
import { replacedBy } from '../model/names/staged-name.ts';
import { isReturning, stagingFolder } from '../model/names/state-folder.ts';
import type { FileSystem } from '../ports/file-system.ts';
import type { TransferTable } from '../store/transfers/transfer-table.ts';

/** A running download touches its staging file more often. */
const LEFT_BEHIND_MS = 24 * 60 * 60_000;
const NS_PER_MS = 1_000_000n;

/** Where to look, and what later downloads may still resume from. */
export type StagingParts = {
  readonly fileSystem: Pick<FileSystem, 'listStaging' | 'stat' | 'removeStaging'>;
  readonly transfers: Pick<TransferTable, 'stagingNames'>;
  readonly nowMs: number;
};

/**
 * Removes the staging files that a crash left behind: no download resumes from them, and nothing has written to them for a day
 * (edge case 112). A download of another process, which this store does not know, is younger. True: there are replaced files (SPEC P92).
 */
export async function collectStaging(root: string, { fileSystem, transfers, nowMs }: StagingParts): Promise<boolean> {
  const names = await fileSystem.listStaging(root);
  const wanted = new Set(transfers.stagingNames());
  for (const name of names) {
    // A replaced file has a longer time of its own (SPEC P92).
    if (wanted.has(name) || replacedBy(name) !== null) continue;
    const stat = await fileSystem.stat(join(stagingFolder(root), name));
    if (stat === null || (stat.kind !== 'file' && !isReturning(name))) continue;
    // The change time: the modification time may already be that of the service's content.
    const changedMs = Number(BigInt(stat.fingerprint.ctimeNs) / NS_PER_MS);
    if (changedMs < nowMs - LEFT_BEHIND_MS) await fileSystem.removeStaging(root, name);
  }
  return names.some((name) => replacedBy(name) !== null);
}
