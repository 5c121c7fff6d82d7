import type { DownloadRequest } from '../transfer.ts';
import type { TransferParts } from '../transfer-run.ts';

/** Removes the bytes of a download that the next call has no use for, with their record. */
export async function discard(
  { fileSystem, records }: Pick<TransferParts, 'fileSystem' | 'records'>,
  { key, root }: Pick<DownloadRequest, 'key' | 'root'>,
  stagingName: string,
): Promise<void> {
  if (key !== null) records.forgetDownload(key);
  // Its absence will mean that it was installed, so a recorded install that did not take place is forgotten first.
  if ((await fileSystem.listStaging(root)).includes(stagingName)) records.forgetStaged(stagingName);
  await fileSystem.removeStaging(root, stagingName);
}
