import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

/** An entry of an archive as another program than ours unpacks it. Windows has no `unzip`, but a `tar` that reads archives. */
export async function unzipped(archive: string, entry: string): Promise<Buffer> {
  const [program, flag] = process.platform === 'win32' ? ['tar', '-xOf'] : ['unzip', '-p'];
  const options = { encoding: 'buffer' as const, maxBuffer: 128 * 1024 * 1024 };
  const { stdout } = await promisify(execFile)(program, [flag, archive, entry], options);
  return stdout;
}
