import { pino } from 'pino';
import { expect, test, vi } from 'vitest';
import { RequestLog } from '../../../../../service/http/requests/request-log.ts';

/** A log whose lines a test can read, without their times. */
function readableLog() {
  const lines: string[] = [];
  const log = pino({ level: 'info', base: null, timestamp: false }, { write: (line) => void lines.push(line.trim()) });
  return { log, lines };
}

test('every line of a request carries its id, in the form of a child of the log', () => {
  const { log, lines } = readableLog();
  const request = new RequestLog(log, { request_id: 'r1' });
  for (const level of ['fatal', 'error', 'warn', 'info', 'debug', 'trace'] as const)
    request[level]({ at: level }, 'line');
  request.child({ more: 1 }).info('of a child');
  const own = lines.splice(0);
  const child = log.child({ request_id: 'r1' });
  for (const level of ['fatal', 'error', 'warn', 'info'] as const) child[level]({ at: level }, 'line');
  child.child({ more: 1 }).info('of a child');
  expect(own).toEqual(lines);
});

test('a request that writes no line makes no child, and one that writes several makes one', () => {
  const { log } = readableLog();
  const made = vi.spyOn(log, 'child');
  const request = new RequestLog(log, { request_id: 'r1' });
  expect(request.level).toBe('info');
  expect(made).not.toHaveBeenCalled();
  request.info('one');
  request.info('two');
  expect(made).toHaveBeenCalledTimes(1);
});
