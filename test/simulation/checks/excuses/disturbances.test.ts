import { expect, it } from 'vitest';
import { itemId } from '../../../../main/engine/model/ids.ts';
import type { ServiceNode } from '../watching/view.ts';
import { overtakenContent } from './disturbances.ts';

const LATE = itemId('12');
const CHRONICLE = {
  savedOver: new Map([
    ['B2', 'B1'],
    ['B3', 'B2'],
    ['B9', 'B8'],
  ]),
  deleted: new Set(['B9']),
};

const file = (id: string, ...contents: readonly string[]): ServiceNode => ({
  id: itemId(id),
  path: `file ${id}`,
  isFolder: false,
  contents,
  isLive: true,
});

const overtaken = (...others: readonly ServiceNode[]): string | null =>
  overtakenContent([...others, file('12', 'B1')], CHRONICLE, LATE);

it('[I4] a late upload was overtaken if another item has had its content or a successor', () => {
  expect(overtaken(file('11', 'B1'))).toBe('B1');
  expect(overtaken(file('11', 'B1', 'web1'))).toBe('B1');
  expect(overtaken(file('11', 'B2'))).toBe('B1');
  expect(overtaken(file('11', 'B3'))).toBe('B1');
});

it('[I4] what lands late before anything else of it went up was not overtaken', () => {
  expect(overtaken()).toBeNull();
  expect(overtaken(file('11', 'B0'), file('13', 'web1'))).toBeNull();
  expect(overtakenContent([file('11', 'B1'), file('12', 'B2')], CHRONICLE, LATE)).toBeNull();
});

it('[I4] what lands late after it, or what was saved over it, was deleted was overtaken', () => {
  expect(overtakenContent([file('12', 'B8')], CHRONICLE, LATE)).toBe('B8');
  expect(overtakenContent([file('12', 'B9')], CHRONICLE, LATE)).toBe('B9');
  expect(overtakenContent([file('12', 'B9', 'web1')], CHRONICLE, LATE)).toBeNull();
});

it('[I4] a folder that lands late has no content that was overtaken', () => {
  expect(overtakenContent([file('11', 'B1'), { ...file('12'), isFolder: true }], CHRONICLE, LATE)).toBeNull();
});
