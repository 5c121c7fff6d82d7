import type { ConflictDetail } from '../../../../preload/ipc/shapes/attention.ts';
import type { Answers } from '../fake-bridge.ts';
import { now, say } from '../status-states.ts';
import { attention } from './home.ts';
import { people } from './people.ts';

/** A text that was edited in two places, and its two versions. */
const minutes = 60_000;

const notes = (lines: readonly string[]): string => ['# Site notes, Harbour House', '', ...lines, ''].join('\n');
const mineText = notes([
  'Visit on 18 November with Carol and Dev.',
  'Ground floor: poured on Monday, cures until 27 Nov.',
  'East facade: timber delivered, 214 boards.',
  '',
  '## To do',
  '- Send drawings to Elena',
  '- Check the drain at the north wall',
  '- Order door handles',
  '- Book the crane for 2 December',
]);
const theirsText = notes([
  'Visit on 18 November with Carol and Dev.',
  'Ground floor: poured on Monday, ready 25 Nov.',
  'East facade: timber delivered, 214 boards.',
  'Call the glazier about the corner window.',
  '',
  '## To do',
  '- Send drawings to Elena and Bob',
  '- Check the drain at the north wall',
  '- Book the crane for 2 December',
]);
const version = {
  path: 'site-notes.md',
  itemId: '9',
  versionId: '1',
  sha1: null,
  sizeBytes: 300,
  modifiedAtMs: now - 7 * minutes,
};

const copyPath = 'site-notes (conflicted copy ann-laptop 2026-11-23).md';

const conflict: ConflictDetail = {
  id: 4,
  rootId: 1,
  path: 'site-notes.md',
  copyPath,
  itemKind: 'file',
  reason: 'both_edited',
  rule: 'P7',
  sentence: say({ code: 'both_edited', args: { subject: 'site-notes.md' } }),
  atMs: now - 7 * minutes,
  mine: { ...version, path: copyPath, isCopy: true, whose: 'mine', by: 'ann-laptop', byId: null },
  theirs: { ...version, isCopy: false, whose: 'theirs', by: people.carol.name, byId: people.carol.id },
  choices: ['mine', 'theirs', 'both'],
  mineShown: { text: mineText, isCut: false, preview: null },
  theirsShown: { text: theirsText, isCut: false, preview: null },
};

const other = {
  ...conflict,
  id: 5,
  path: 'Contracts/2026/schedule.md',
  sentence: say({ code: 'both_edited', args: { subject: 'schedule.md' } }),
};

export const comparison: Answers = {
  ...attention,
  'conflict.get': () => conflict,
  'conflict.list': () => ({ conflicts: [conflict, other], total: 2 }) as never,
};
