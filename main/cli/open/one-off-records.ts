import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { TransferRecords } from '../../engine/execute/transfer/records.ts';
import type { DownloadRecord, UploadRecord } from '../../engine/model/transfer/transfer-records.ts';
import { writePrivate } from '../../private/open-private.ts';

/**
 * Records of one-off transfers, so that the same command resumes them: one small file each below `state`. They are separate from
 * the engine's store, which a syncing process may be using.
 */
export function oneOffRecords(state: string): TransferRecords {
  const folder = join(state, 'one-off');
  const pathOf = (direction: 'up' | 'down', key: string) =>
    join(folder, `${direction}-${createHash('sha1').update(key).digest('hex')}.json`);
  return {
    upload: (key) => readRecord<UploadRecord>(pathOf('up', key)),
    saveUpload: (record) => writeRecord(pathOf('up', record.key), record),
    forgetUpload: (key) => rmSync(pathOf('up', key), { force: true }),
    // Without later comparisons of trees, sent content is never looked up.
    saveSent: () => undefined,
    forgetSent: () => undefined,
    download: (key) => readRecord<DownloadRecord>(pathOf('down', key)),
    saveDownload: (record) => writeRecord(pathOf('down', record.key), record),
    forgetDownload: (key) => rmSync(pathOf('down', key), { force: true }),
    // Without trees, installs are not recorded either.
    forgetStaged: () => undefined,
    stagingNames: () =>
      names(folder).flatMap((name) => readRecord<DownloadRecord>(join(folder, name))?.stagingName ?? []),
  };
}

/** Only this module writes these files. An unreadable record only prevents a resume. */
function readRecord<Shape>(path: string): Shape | null {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as Shape;
  } catch {
    return null;
  }
}

function writeRecord(path: string, record: UploadRecord | DownloadRecord): void {
  writePrivate(path, JSON.stringify(record));
}

function names(folder: string): string[] {
  try {
    return readdirSync(folder).filter((name) => name.startsWith('down-') && name.endsWith('.json'));
  } catch {
    return []; // no one-off transfer was recorded here
  }
}
