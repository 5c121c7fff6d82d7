import { EventEmitter } from 'node:events';
import { expect, test } from 'vitest';
import { onTerminalClosed } from '../../../main/lost-terminal.ts';

test.each([
  ['stdout', true],
  ['stderr', true],
  ['neither, as under nohup', false],
])('a closed terminal ends the program that it shows: %s', (shown, isStopped) => {
  let stops = 0;
  const outputs = { stdout: { isTTY: shown === 'stdout' }, stderr: { isTTY: shown === 'stderr' } };
  const program = Object.assign(new EventEmitter(), outputs);
  onTerminalClosed(program, () => {
    stops += 1;
  });
  // Without a listener, the signal would end the process.
  expect(program.emit('SIGHUP')).toBe(true);
  expect(stops).toBe(isStopped ? 1 : 0);
});
