/** A hash thread: reads one file at a time, small ones synchronously, large ones in a way that can be stopped. */
import { parentPort, workerData } from 'node:worker_threads';
import { type Blocks, hashAtOnce, hashByBlocks } from './hash-file.ts';
import {
  type FileToHash,
  type HashAnswer,
  type HashAnswers,
  type HashOrder,
  type HashStart,
  SMALL_FILE_BYTES,
} from './hash-messages.ts';

const BLOCK_BYTES = 1024 * 1024;

const computer = workerData as HashStart;
const blocks: Blocks = [Buffer.allocUnsafeSlow(BLOCK_BYTES), Buffer.allocUnsafeSlow(BLOCK_BYTES)];
let stop = new AbortController();

parentPort?.on('message', (order: HashOrder) => {
  if (order.kind === 'stop') stop.abort();
  else void hashAll(order.files).then((answers) => parentPort?.postMessage(answers));
});

async function hashAll(files: readonly FileToHash[]): Promise<HashAnswers> {
  const answers: HashAnswer[] = [];
  for (const file of files) {
    const isSmall = file.expect.sizeBytes <= SMALL_FILE_BYTES;
    answers.push(isSmall ? hashAtOnce(file, computer, blocks) : await hashLarge(file));
  }
  return answers;
}

function hashLarge(file: FileToHash): Promise<HashAnswer> {
  stop = new AbortController();
  return hashByBlocks(file, computer, blocks, stop.signal);
}
