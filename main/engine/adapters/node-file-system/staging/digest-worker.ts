/** A digest thread: reads one file while it is written, up to the reported size. */
import { createHash } from 'node:crypto';
import { parentPort, workerData } from 'node:worker_threads';
import { readSync } from '../../../../disk/disk.ts';
import type { DigestOrder, DigestStart } from './digest-messages.ts';

const { fd } = workerData as DigestStart;
const sha1 = createHash('sha1');
const block = Buffer.allocUnsafeSlow(256 * 1024);
let position = 0;

parentPort?.on('message', ({ upTo, isEnd }: DigestOrder) => {
  while (position < upTo) {
    const bytesRead = readSync(fd, block, 0, Math.min(block.length, upTo - position), position);
    if (bytesRead === 0) throw new Error('the file is shorter than the data written to it');
    sha1.update(block.subarray(0, bytesRead));
    position += bytesRead;
  }
  if (isEnd) parentPort?.postMessage(sha1.digest('hex'));
});
