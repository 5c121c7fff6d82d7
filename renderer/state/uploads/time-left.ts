import type { UploadFile } from '../../../preload/ipc/shapes/drop.ts';
import { type ByteRate, byteRate } from './byte-rate.ts';
import type { UploadBatch } from './upload-batch.ts';

type Amount = { readonly bytes: number; readonly sentBytes: number; readonly bytesPerSecond: number };

/** Null: not known yet. */
function secondsLeft({ bytes, sentBytes, bytesPerSecond }: Amount): number | null {
  return bytesPerSecond > 0 ? (bytes - sentBytes) / bytesPerSecond : null;
}

/** Time left of one file that is being sent, at its own rate. */
export const fileSecondsLeft = ({ sizeBytes: bytes, sentBytes, bytesPerSecond = 0 }: UploadFile): number | null =>
  secondsLeft({ bytes, sentBytes, bytesPerSecond });

/** Time left of a batch: never less than that of its slowest file. */
export function batchSecondsLeft({ counts, files, bytesPerSecond }: UploadBatch): number | null {
  const { bytes, sentBytes } = counts;
  const all = [
    secondsLeft({ bytes, sentBytes, bytesPerSecond }),
    ...files.first('sending', counts.sending).map(fileSecondsLeft),
  ];
  const known = all.filter((seconds) => seconds !== null);
  return known.length === 0 ? null : Math.max(...known);
}

/** Measures the rate of each file while it is sent. Returns the file with its rate. */
export function fileRates(): (file: UploadFile) => UploadFile {
  const sending = new Map<number, { readonly rate: ByteRate; sentBytes: number }>();
  return (file) => {
    const { id, state, sentBytes } = file;
    if (state !== 'sending') {
      sending.delete(id);
      return file;
    }
    const measured = sending.get(id) ?? { rate: byteRate(), sentBytes };
    sending.set(id, measured);
    measured.rate.add(Math.max(0, sentBytes - measured.sentBytes));
    measured.sentBytes = sentBytes;
    return { ...file, bytesPerSecond: measured.rate.perSecond() };
  };
}
