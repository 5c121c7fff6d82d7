import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { ElectronModule } from '../../../../../main/shell/electron-module.ts';
import { utilityService } from '../../../../../main/shell/process/utility-service.ts';
import { utilityProcess } from '../../../../support/stand-in-electron/utility-process.ts';

// The only cast from the fake.
const electron = { utilityProcess } as unknown as Pick<ElectronModule, 'utilityProcess'>;
let warnings: string[];
const run = (program: string) => utilityService(electron, program, (message) => warnings.push(message))([]);

let folder: string;
beforeEach(async () => {
  warnings = [];
  folder = await mkdtemp(path.join(tmpdir(), 'tandem-utility-'));
});
afterEach(async () => {
  await rm(folder, { recursive: true, force: true });
});

test.each([
  ['a token', 'no sentence', 0],
  // More than a stream holds without a reader.
  ['x'.repeat(200_000), '', 0],
  ['', 'The database is damaged.', 1],
])('the whole output of a service that ends by itself arrives, and its exit code', async (result, complaint, code) => {
  const program = path.join(folder, 'service.mjs');
  const lines = [
    `process.stderr.write(${JSON.stringify(complaint)})`,
    `process.stdout.write(${JSON.stringify(result)}, () => process.exit(${code}))`,
  ];
  await writeFile(program, lines.join('\n'));
  const child = run(program);
  if (child.stdout === null || child.stderr === null) throw new Error('it has no outputs');
  const exited = new Promise((resolve) => child.once('exit', resolve));
  expect(await Promise.all([text(child.stdout), text(child.stderr), exited])).toEqual([result, complaint, code]);
});

test('a service that is asked to end does', async () => {
  const program = path.join(folder, 'service.mjs');
  await writeFile(program, 'process.stdout.write("ready")');
  const child = run(program);
  if (child.stdout === null) throw new Error('it has no output');
  await once(child.stdout, 'data');
  const exited = new Promise((resolve) => child.once('exit', resolve));
  expect(child.kill()).toBe(true);
  await exited;
});

test('a service that V8 has to end is only reported: its exit follows', async () => {
  const program = path.join(folder, 'service.mjs');
  await writeFile(program, 'process.exit(134)');
  const forked = vi.spyOn(utilityProcess, 'fork');
  const child = run(program);
  const exited = new Promise((resolve) => child.once('exit', resolve));
  forked.mock.results[0]?.value.emit('error', 'FatalError', 'v8::Heap', '{"a":"report"}');
  expect([await exited, warnings]).toEqual([134, ['The private service met a FatalError at v8::Heap.']]);
});
