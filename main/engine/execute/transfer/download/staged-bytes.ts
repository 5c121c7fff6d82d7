import { join } from 'node:path';
import { stagingFolder } from '../../../model/names/state-folder.ts';
import type { TransferParts } from '../transfer-run.ts';

/** The bytes that a download has in staging. */
export async function stagedBytes(
  { fileSystem }: Pick<TransferParts, 'fileSystem'>,
  root: string,
  stagingName: string,
): Promise<number> {
  const staged = await fileSystem.stat(join(stagingFolder(root), stagingName));
  return staged?.fingerprint.sizeBytes ?? 0;
}
