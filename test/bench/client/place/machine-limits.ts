import { once } from 'node:events';
import { createReadStream, createWriteStream } from 'node:fs';
import { createServer, request } from 'node:http';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { run, seconds } from './run-program.ts';

/** The best that this machine can do, with its own tools. All in seconds. */

/** Names, sizes and times of all below the folder. */
export const findAll = (root: string): Promise<number> =>
  seconds(() => run('find', [root, '-printf', '%p %s %T@ %i\\n']));

/** SHA-1 of all files below the folder. */
export const hashAll = (root: string): Promise<number> =>
  seconds(() => run('find', [root, '-type', 'f', '-exec', 'sha1sum', '{}', '+']));

/** A copy of the tree on the same volume. */
export const copyAll = (from: string, to: string): Promise<number> => seconds(() => run('cp', ['-r', from, to]));

/** The same bytes in one plain HTTP request over loopback, from a file to a file. */
export async function streamOverHttp(bytes: number, folder: string): Promise<number> {
  const source = join(folder, 'http-source');
  await run('sh', ['-c', `head -c ${bytes} /dev/zero > '${source}'`]);
  const server = createServer((incoming, answer) => {
    void pipeline(incoming, createWriteStream(join(folder, 'http-target'))).then(() => answer.end());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const taken = await seconds(async () => {
    const sent = request({ host: '127.0.0.1', port, method: 'PUT' });
    const answered = once(sent, 'response');
    await pipeline(createReadStream(source, { highWaterMark: 1024 * 1024 }), sent);
    const [answer] = await answered;
    answer.resume();
    await once(answer, 'end');
  });
  server.close();
  await run('rm', ['-f', source, join(folder, 'http-target')]);
  return taken;
}
