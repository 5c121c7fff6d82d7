import { spawn } from 'node:child_process';
import path from 'node:path';

/** The root of the repository, in which every tool runs. */
export const repositoryRoot = path.resolve(import.meta.dirname, '../..');

/** The end of a tool: its exit code (a signal counts as 1), its whole output, and the seconds it took. */
export type ToolEnd = { readonly code: number; readonly output: string; readonly seconds: number };

/** A tool of `node_modules/.bin` with its arguments; `echo` also shows its output while it runs. */
export type ToolCall = {
  readonly command: readonly string[];
  readonly echo: boolean;
  readonly env?: Readonly<Record<string, string>>;
};

/** Runs one installed tool to its end, on the Node of this project, with nothing on its standard input. */
export async function spawnTool(call: ToolCall): Promise<ToolEnd> {
  const [name = '', ...args] = call.command;
  const binFolder = path.join(repositoryRoot, 'node_modules/.bin');
  const started = performance.now();
  const child = spawn(name, args, {
    cwd: repositoryRoot,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...call.env, PATH: `${binFolder}${path.delimiter}${process.env['PATH'] ?? ''}` },
  });
  const chunks: Buffer[] = [];
  const keep = (chunk: Buffer): void => {
    chunks.push(chunk);
    if (call.echo) process.stdout.write(chunk);
  };
  child.stdout.on('data', keep);
  child.stderr.on('data', keep);
  return new Promise((resolve) => {
    const end = (code: number, note: string): void =>
      resolve({
        code,
        output: `${Buffer.concat(chunks).toString('utf8')}${note}`,
        seconds: (performance.now() - started) / 1000,
      });
    child.on('error', (error) => end(1, `cannot start ${name}: ${error.message} (run \`npm ci\` first)\n`));
    child.on('close', (code, signal) => end(code ?? 1, signal === null ? '' : `${name} was ended by ${signal}\n`));
  });
}
