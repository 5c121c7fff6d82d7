import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import { listenTo, reasonIn } from '../../../../../main/account/private-service/service-output.ts';

test('each line is handed on, and only the last ones are kept, cut to a bounded length', async () => {
  const stream = new PassThrough();
  const heard: string[] = [];
  const output = listenTo(stream, (line) => heard.push(line));
  for (let at = 1; at <= 30; at += 1) stream.write(`line ${at}\n\n`);
  stream.end('x'.repeat(10_000));
  await output.ended;
  expect(heard).toHaveLength(31);
  expect(output.last().split('\n')).toHaveLength(20);
  expect(output.last()).toMatch(/^line 12\n.*\nx{500}$/s);
});

test.each([
  ['', ''],
  ['first\nFATAL: disk I/O error', 'FATAL: disk I/O error'],
  ['file.ts:7\n  throw x;\n  ^\nError: bug\n    at start (file.ts:7:1)\nNode.js v24.1.0', 'Error: bug'],
])('the reason in %j is %j', (lines, reason) => expect(reasonIn(lines)).toBe(reason));
