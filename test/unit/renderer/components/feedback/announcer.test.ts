import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { throttledAnnouncer } from '../../../../../renderer/components/feedback/announcer.tsx';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('announces the first text at once, and of a subject that changes quickly only the latest', () => {
  const said: string[] = [];
  const announce = throttledAnnouncer((text) => said.push(text));
  for (const percent of [1, 2, 3, 4]) announce(`${percent} %`, 'sync');
  announce('Moved to Trash', 'trash');
  expect(said).toEqual(['1 %']);
  vi.advanceTimersByTime(1_500);
  expect(said).toEqual(['1 %', '4 %']);
  vi.advanceTimersByTime(1_500);
  expect(said).toEqual(['1 %', '4 %', 'Moved to Trash']);
});

it('does not announce a stale text', () => {
  const said: string[] = [];
  const announce = throttledAnnouncer((text) => said.push(text));
  announce('Reading 3 files', 'upload');
  announce('Drop to upload', 'drop');
  announce('', 'drop');
  vi.advanceTimersByTime(10_000);
  expect(said).toEqual(['Reading 3 files']);
});
