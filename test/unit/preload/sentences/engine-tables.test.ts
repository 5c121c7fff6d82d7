import { describe, expect, it } from 'vitest';
import { refusal } from '../../../../main/engine/adapters/node-file-system/system-error.ts';
import { diskProblem, lockedBy, problem, SENTENCES } from '../../../../main/engine/execute/problems.ts';
import { localId, rootId } from '../../../../main/engine/model/ids.ts';
import type { Problem } from '../../../../main/engine/model/problem.ts';
import type { TransferProgress } from '../../../../main/engine/model/transfer-progress.ts';
import { invitationNotice } from '../../../../main/engine/notices/invitation-notice.ts';
import { rescueNotice } from '../../../../main/engine/notices/rescue-notice.ts';
import { diskNameFault, serviceNameFault } from '../../../../main/engine/plan/names.ts';
import {
  behindTheGuard,
  excludedHere,
  leaveOrBringBack,
  nameRefusedByDisk,
  nameRefusedByService,
  nameTakenBySibling,
  tooLarge,
} from '../../../../main/engine/plan/problems.ts';
import { renewalSentence } from '../../../../main/engine/root-renewal.ts';
import { activityOf } from '../../../../main/engine/status/activity.ts';
import type { StatusInput, WorkingRoot } from '../../../../main/engine/status/status-input.ts';
import { statusOf } from '../../../../main/engine/status/status-of.ts';
import { atTime } from '../../../../main/engine/status/words.ts';
import type { JournalEntry } from '../../../../main/engine/store/journal-table.ts';
import { ROOT_SENTENCES } from '../../../../main/engine/sync-report.ts';
import { PLANNED } from '../../../../main/engine/why.ts';
import { conflictSentence } from '../../../../main/engine/why-attention.ts';
import { germanSaid } from '../../../../preload/sentences/german.ts';
import { localEntry } from '../../../support/store-bench.ts';

/** Each table of sentences, walked with what can stand in it: every sentence has a German form, with what it is about in it. */

const said = germanSaid();
const NAME = 'Briefe. Neu/an "Ann" 1,234.txt';

function expectGerman(english: string, ...values: readonly string[]): void {
  const german = said(english);
  expect(german).not.toBe(english);
  // What English left in it is no name of ours: a part that was not put into German.
  for (const value of values) expect(german, english).toContain(value);
  expect(withoutNames(german, values), english).not.toMatch(/\b(the|is|are|it|this|not|of|to|and|by)\b/i);
}

const withoutNames = (sentence: string, names: readonly string[]): string =>
  [...names, 'tandem roots', 'bring-back', '(rescued)'].reduce((rest, name) => rest.replaceAll(name, ''), sentence);

function expectProblem({ message, remedy }: Pick<Problem, 'message' | 'remedy'>, ...values: readonly string[]): void {
  expectGerman(message, ...values);
  expectGerman(remedy);
  // As `why` and the account say both.
  expect(said(`${message} ${remedy}`)).toBe(`${said(message)} ${said(remedy)}`);
}

describe('what a step met', () => {
  const codes = Object.keys(SENTENCES).filter((code): code is keyof typeof SENTENCES => code in SENTENCES);

  it.each(codes)('%s', (code) => {
    const { message } = problem(code, { subject: NAME });
    expectProblem(problem(code, { subject: NAME }), ...(message.includes(NAME) ? [NAME] : []));
    const found = problem(code, { subject: NAME, detail: 'Quota 7.' });
    expectProblem(found, ...[NAME, 'Quota 7'].filter((value) => found.message.includes(value)));
  });

  it('locks', () => {
    const noon = new Date(2026, 10, 20, 12).getTime();
    for (const hours of [1, 24, 48, 72, 96, 120, 144]) {
      const found = lockedBy(NAME, 'Bob Ray', atTime(noon + hours * 3_600_000, noon));
      expectProblem({ ...found, remedy: 'Check the disk.' }, NAME, 'Bob Ray', 'um 1');
      expect(said(found.message)).not.toMatch(/day/);
    }
    const found = lockedBy(NAME, 'Bob Ray', null);
    expectGerman(found.message, NAME, 'Bob Ray');
    expectGerman(found.remedy, 'Bob Ray');
  });

  const reasons = [
    'not_found',
    'exists',
    'changed',
    'busy',
    'no_space',
    'name_too_long',
    'not_supported',
    'io',
  ] as const;
  it.each(reasons)('the disk says %s', (code) => {
    const error = refusal(code, 'read the file', '/home/ann/a');
    expectGerman(error.message, '/home/ann/a');
    const found = diskProblem(error, NAME, true);
    if (found !== null) expectGerman(found.message, NAME);
  });
});

describe('what the planner leaves alone', () => {
  const item = {
    kind: 'file',
    local: localEntry(localId(2), localId(1), 'Bericht', {}),
    remote: null,
    row: null,
  } as const;
  const windows = { platform: 'windows', nameLimit: { length: 255, unit: 'utf16' } } as const;
  const linux = { platform: 'posix', nameLimit: { length: 255, unit: 'utf8' } } as const;

  it('a name that the service does not take', () => {
    for (const name of ['', '\ud800', 'x'.repeat(300), '..', 'a/b', 'a\u0001', 'a ']) {
      const fault = serviceNameFault(name);
      if (fault === null) throw new Error(`${name} is no fault`);
      expectBlocked(nameRefusedByService(item, 'Bericht', fault, undefined), 'Bericht');
    }
  });

  it('a name that this disk cannot hold', () => {
    const names = ['', '.', 'a/b', 'a\0', '\ud800', 'x'.repeat(300), 'a:b', 'CON', 'a.', '.tandem'];
    for (const disk of [windows, linux]) {
      for (const name of names) {
        const fault = diskNameFault(name, disk);
        if (fault !== null) expectBlocked(nameRefusedByDisk(item, 'Bericht', fault, undefined), 'Bericht');
      }
    }
  });

  it('all else', () => {
    expectBlocked(nameTakenBySibling(item, 'Bericht', 'BERICHT', undefined), 'Bericht', 'BERICHT');
    expectBlocked(tooLarge(item, 2_500_000_000, 999), 'Bericht', '2,5 GB', '999 Bytes');
    expectBlocked(excludedHere(item), 'Bericht');
    expectBlocked(leaveOrBringBack(item), 'Bericht');
    expectProblem(behindTheGuard(item).problem, 'Bericht');
  });

  function expectBlocked(outcome: ReturnType<typeof excludedHere>, ...values: readonly string[]): void {
    if (outcome.is !== 'blocked') throw new Error('not blocked');
    expectProblem(outcome.blocked.problem, ...values);
  }
});

describe('the status', () => {
  const noon = new Date(2026, 10, 20, 12).getTime();
  const view = (change: Partial<WorkingRoot> = {}): WorkingRoot => ({
    id: 1,
    localPath: '/home/ann/Tandem',
    remoteId: '0',
    files: 3,
    folders: 1,
    bytes: 4_100_000,
    pending: 0,
    blocked: 0,
    held: 0,
    waiting: 0,
    conflicts: 0,
    ignored: 0,
    lastChange: null,
    pausedUntilMs: null,
    isInSync: true,
    isKnown: true,
    isWorking: false,
    trouble: null,
    reasons: [],
    work: null,
    ...change,
  });
  const transfer = (change: Partial<TransferProgress> = {}): TransferProgress => ({
    id: '1',
    direction: 'up',
    label: 'a.bin',
    key: '1/a',
    state: 'active',
    bytesDone: 0,
    bytesTotal: 3_100_000_000,
    bytesPerSecond: 4_000,
    secondsLeft: null,
    parts: null,
    ...change,
  });
  const busy = (pending: number): WorkingRoot => view({ isInSync: false, isWorking: true, pending });
  const needing = (change: Partial<WorkingRoot>): WorkingRoot => view({ isInSync: false, ...change });
  const offline = problem('offline', { subject: '' });
  const lost = {
    isLocal: true,
    sentence: ROOT_SENTENCES.missing('/a').message,
    remedy: ROOT_SENTENCES.missing('/a').remedy,
  };

  const inputs: readonly (readonly [string, Partial<StatusInput>])[] = [
    ['in sync', {}],
    ['one file', { roots: [view({ files: 1, bytes: 1 })] }],
    ['many files', { roots: [view({ files: 12_480 })] }],
    ['no files', { roots: [view({ files: 0, bytes: 0 })] }],
    ['no folder', { roots: [] }],
    ['paused', { pausedUntilMs: 0 }],
    ['paused for an hour', { pausedUntilMs: noon + 3_600_000 }],
    ['paused until tomorrow', { pausedUntilMs: noon + 18 * 3_600_000 }],
    ['each folder paused', { roots: [view({ pausedUntilMs: 0 })] }],
    ['looking', { roots: [view({ isInSync: false, isKnown: false })] }],
    ['one file on its way', { roots: [busy(1)], transfers: [transfer()] }],
    ['many on their way', { roots: [busy(1_902)], transfers: [transfer({ state: 'paused' })] }],
    ['waiting', { roots: [needing({ waiting: 1, pending: 1 })] }],
    ['several wait', { roots: [needing({ waiting: 3, pending: 3 })] }],
    ['one needs a person', { roots: [needing({ blocked: 1 })] }],
    ['two need a person', { roots: [needing({ blocked: 2 })] }],
    ['one is held', { roots: [needing({ held: 1 })] }],
    ['many are held', { roots: [needing({ held: 1_200 })] }],
    ['offline', { accountProblem: offline }],
    ['signed out', { accountProblem: problem('signed_out', { subject: '' }) }],
    ['rate limited', { accountProblem: problem('rate_limited', { subject: '' }) }],
    ['a folder is lost', { roots: [view({ trouble: lost })] }],
    ['a folder is in trouble', { roots: [view({ trouble: { ...lost, isLocal: false } })] }],
    ...[5, 40, 60, 240, 7_200].map(
      (secondsLeft) => [`${secondsLeft} s left`, { roots: [busy(2)], transfers: [transfer()], secondsLeft }] as const,
    ),
  ];

  it.each(inputs)('%s', (_name, change) => {
    const { sentence, detail, account, roots, transfers } = statusOf({
      nowMs: noon,
      pausedUntilMs: null,
      baseUrl: 'http://127.0.0.1/2.0',
      user: null,
      accountProblem: null,
      accountRetryAtMs: null,
      wasReached: true,
      roots: [view()],
      transfers: [],
      invitations: [],
      rate: { upBytesPerSecond: 0, downBytesPerSecond: 0 },
      work: null,
      secondsLeft: null,
      ...change,
    });
    const told = [sentence, detail, account.sentence, ...[...roots, ...transfers].map((one) => one.sentence)];
    for (const english of told) {
      if (english === null || english === '') continue;
      expectGerman(english);
      for (const number of said(english).match(/\d[\d.,]*\d/g) ?? []) expect(english).toContain(swapped(number));
    }
  });

  const swapped = (number: string): string =>
    number.replaceAll(/[.,]/g, (sign) => (sign === '.' ? ',' : '.')).replace(/[.,]$/, '');

  it.each(Object.entries(ROOT_SENTENCES))('a folder that is %s', (_state, sentences) => {
    expectProblem(sentences('/home/ann/Meine Ablage'), '/home/ann/Meine Ablage');
  });
});

describe('what was done, and what a sync would do', () => {
  /** A kind that is missing here does not compile. */
  const kinds: Readonly<Record<JournalEntry['kind'], true>> = {
    ...mapped(PLANNED),
    'promote-version': true,
    'restore-remote': true,
    'restore-local': true,
    'replace-local': true,
    resolve: true,
  };
  const entry = (kind: string, change: Partial<JournalEntry> = {}): JournalEntry => ({
    id: 1,
    atMs: 0,
    rootId: rootId(1),
    batch: 1,
    kind: kind as JournalEntry['kind'],
    side: 'local',
    rule: 'P1',
    itemKind: 'file',
    localId: null,
    itemId: null,
    path: NAME,
    fromPath: null,
    bytes: null,
    before: null,
    after: null,
    undoes: null,
    ...change,
  });

  it.each(Object.keys(kinds))('%s', (kind) => {
    for (const change of [{}, { itemKind: 'folder' }, { fromPath: 'anders/x' }] as const) {
      const { sentence } = activityOf(entry(kind, change));
      expectGerman(sentence);
      // The last change of a folder.
      expect(said(`${sentence}: ${NAME}`)).toBe(`${said(sentence)}: ${NAME}`);
    }
  });

  it.each(Object.values(PLANNED))('%s', (planned) => {
    expectGerman(planned);
    // As `why` says it while it is done.
    expectGerman(`"${NAME}" is being synced by rule P14: ${planned}.`, NAME, said(planned));
  });

  it('what is brought to safety, and what a person reads of it', () => {
    const roots = new Map([[1, '/home/ann/Tandem']]);
    for (const count of [1, 3]) {
      const notice = rescueNotice(Array(count).fill(entry('rescue')), roots);
      if (notice === null) throw new Error('nothing was told');
      expectGerman(notice.title);
      expectGerman(notice.body, NAME, 'Tandem (rescued)', '/home/ann/Tandem');
    }
  });
});

const mapped = <Key extends string>(table: Readonly<Record<Key, unknown>>): Readonly<Record<Key, true>> =>
  Object.fromEntries(Object.keys(table).map((key) => [key, true])) as Record<Key, true>;

describe('what a person is told', () => {
  it.each(['editor', 'viewer', 'previewer', 'uploader', 'previewer_uploader', 'viewer_uploader', 'co-owner'])(
    'of an invitation as %s',
    (role) => {
      for (const from of ['Carol', '']) {
        for (const item of ['Pläne', '']) {
          const { title, body } = invitationNotice({ id: '1', from, item, role, createdAtMs: null });
          expectGerman(title, from);
          expectGerman(body, from, item);
          expect(said(body)).not.toMatch(/editor|viewer|uploader/);
        }
      }
    },
  );

  it('of a folder that begins anew', () => {
    const record = {
      id: rootId(1),
      localPath: '/alt',
      itemId: '0' as never,
      localId: localId(1),
      marker: '',
      volumeId: '',
      account: '',
      pausedUntilMs: null,
    };
    for (const why of ['state_is_older', 'service_is_older', 'other_copy'] as const) {
      const told = renewalSentence(record, { kind: 'anew', localPath: '/neu', why });
      expectGerman(told?.title ?? '');
      expectGerman(told?.body ?? '', ...(why === 'service_is_older' ? [] : ['/neu']));
    }
    const moved = renewalSentence(record, { kind: 'moved', localPath: '/neu' });
    expectGerman(moved?.title ?? '');
    expectGerman(moved?.body ?? '', '/alt', '/neu');
  });

  it('of a conflict', () => {
    const conflict = { originalPath: 'a.txt', copyPath: 'a (2).txt' } as Parameters<typeof conflictSentence>[0];
    expectGerman(conflictSentence(conflict, 'a.txt'), '„a.txt“', '„a (2).txt“');
    expectGerman(conflictSentence(conflict, 'a (2).txt'), '„a.txt“', 'Dies ist die Version');
  });
});
