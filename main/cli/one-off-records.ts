import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { DownloadRecord, TransferRecords, UploadRecord } from '../engine/transfer/records.ts';
import { writePrivate } from '../private/open-private.ts';

/**
 * What one-off transfers of the command line write down, so that the same command resumes them: one small file each below
 * `state`. The engine's own store may be in use by a process that syncs; this never is.
 */
export function oneOffRecords(state: string): TransferRecords {
  const folder = join(state, 'one-off');
  const pathOf = (direction: 'up' | 'down', key: string) =>
    join(folder, `${direction}-${createHash('sha1').update(key).digest('hex')}.json`);
  return {
    upload: (key) => readRecord<UploadRecord>(pathOf('up', key)),
    saveUpload: (record) => writeRecord(pathOf('up', record.key), record),
    forgetUpload: (key) => rmSync(pathOf('up', key), { force: true }),
    // Nobody compares trees afterwards: what was sent is not asked for again.
    saveSent: () => undefined,
    forgetSent: () => undefined,
    download: (key) => readRecord<DownloadRecord>(pathOf('down', key)),
    saveDownload: (record) => writeRecord(pathOf('down', record.key), record),
    forgetDownload: (key) => rmSync(pathOf('down', key), { force: true }),
    stagingNames: () =>
      names(folder).flatMap((name) => readRecord<DownloadRecord>(join(folder, name))?.stagingName ?? []),
  };
}

/** Only this file writes them, whole; a record that cannot be read any more costs a resume and nothing else. */
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
    return []; // no one-off transfer was ever written down here
  }
}
