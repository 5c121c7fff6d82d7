import { describe, expect, it } from 'vitest';
import type { Trees } from '../../../../../../main/engine/model/tree.ts';
import { plan } from '../../../../../../main/engine/plan/plan.ts';
import { planSettings } from '../../../../../support/engine/trees.ts';
import { dirtyOf, remoteAt, treesOf } from '../../../../../support/model/model-world.ts';
import { type Situation, situation } from '../situation.ts';

const RULES = '.tandemignore';

describe('[P89] while the rule file of a folder on the service is not here', () => {
  it('nothing new in the folder goes up, at any depth', () => {
    const s = situation({ docs: null, 'docs/in': null, other: null });
    s.there.write(`docs/${RULES}`, '*.env');
    s.here.folder('docs/modules');
    for (const path of ['docs/a.env', 'docs/in/b', 'docs/modules/c', 'other/d']) s.here.write(path, path);
    expect(s.steps().toSorted()).toEqual(['P14 upload d', `P15 download ${RULES}`]);
    expect(s.settle()).toContain('P14 upload c');
  });

  it('edits, moves and deletes of synced items go up', () => {
    const s = situation({ 'a.txt': 'a', 'b.txt': 'b', 'c.txt': 'c' });
    s.there.write(RULES, '*.env');
    s.here.write('a.txt', 'edited');
    s.hashed('a.txt');
    s.here.move('b.txt', 'd.txt');
    s.here.remove('c.txt');
    expect(s.steps().toSorted()).toEqual([
      'P10 trash-remote c.txt 1',
      `P15 download ${RULES}`,
      'P5 upload-version a.txt',
      'P6 move-remote b.txt -> d.txt',
    ]);
  });

  it('also if another one is here: it counts once both are one', () => {
    const s = situation();
    s.here.write(RULES, '*.log');
    s.there.write(RULES, '*.env, ');
    s.here.write('a.env', 'secret');
    expect(s.steps()).toEqual([expect.stringContaining(`P16 set-aside ${RULES}`)]);
  });

  it('both edited: the copy waits as well', () => {
    const s = situation({ [RULES]: '' });
    s.here.write(RULES, 'mine');
    s.hashed(RULES);
    s.there.write(RULES, 'theirs');
    expect(s.steps()).toEqual([expect.stringContaining(`P7 set-aside ${RULES}`)]);
    s.settle();
    expect(Object.keys(s.remote())).toHaveLength(2);
  });

  it('a folder here that has the name moves aside, and waits for nothing', () => {
    const s = situation();
    s.there.write(RULES, '*.env');
    s.here.folder(RULES);
    s.here.write(`${RULES}/a`, 'a');
    expect(s.settle()).toContain(`P15 download ${RULES}`);
    expect(Object.keys(s.remote())).toHaveLength(3);
  });

  it('one that is deleted, renamed or left out here, or may not be downloaded, is not waited for longer than that takes', () => {
    const deleted = situation({ [RULES]: '*.env' });
    deleted.here.remove(RULES);
    deleted.here.write('a.env', 'a');
    expect(deleted.steps()).toEqual(['P14 upload a.env', `P10 trash-remote ${RULES} 1`]);
    const renamed = situation({ [RULES]: '*.env' });
    renamed.here.move(RULES, 'old');
    renamed.here.write('a.env', 'a');
    expect(renamed.settle()).toEqual([`P6 move-remote ${RULES} -> old`, 'P14 upload a.env']);
    const withheld = situation();
    withheld.there.write(RULES, '*.env');
    withheld.here.write('a.env', 'a');
    const entry = remoteAt(withheld.world, RULES);
    withheld.world.remote.set(entry.id, { ...entry, canDownload: false });
    expect(withheld.steps()).toEqual(['P14 upload a.env']);
    const out = situation();
    out.there.write(RULES, RULES);
    out.here.write('a.env', 'a');
    const leavesOut = (path: string): boolean => path === RULES;
    expect(planWith(out, { leavesOut }).steps).toMatchObject([{ kind: 'upload' }]);
    const held: Partial<Trees> = { ignoredAt: (_, name) => (name === RULES ? name : null) };
    expect(planWith(out, held).steps).toMatchObject([{ kind: 'upload' }]);
  });

  it('the wait says so if that cannot end by itself', () => {
    const s = situation({ d: null, [`d/${RULES}`]: '*.env' });
    const entry = remoteAt(s.world, `d/${RULES}`);
    s.world.remote.set(entry.id, { ...entry, canDelete: false });
    s.here.remove(`d/${RULES}`);
    s.here.write('d/a.env', 'secret');
    s.here.folder('d/new');
    s.here.write('d/new/b.env', 'secret');
    const { steps, blocked } = s.plan();
    expect(steps).toEqual([]);
    expect(blocked.map(({ problem }) => [problem.code, problem.says.args])).toEqual([
      ['no_permission', { name: RULES }],
      ['rules_missing', { name: 'a.env', file: RULES }],
      ['rules_missing', { name: 'new', file: RULES }],
    ]);
  });
});

describe('[P89] a rule file of the service that is held up', () => {
  /** Two items are deleted, more than the guard lets pass. */
  const guarded = { guard: { items: 1, share: 0 }, syncedCount: 3 };

  it('is not waited for if it was deleted here: its rules no longer apply on this disk', () => {
    const s = situation({ [RULES]: '*.env', 'a.txt': 'a', 'b.txt': 'b' });
    s.here.remove(RULES);
    s.here.remove('a.txt');
    s.here.write('a.env', 'a');
    const { steps, blocked, held } = s.plan(guarded);
    expect([steps, blocked]).toMatchObject([[{ kind: 'upload', name: 'a.env' }], []]);
    expect(held).toMatchObject([{ what: 'deletes', nodes: 2 }]);
  });

  it('is waited for if its edit there beats that delete', () => {
    const s = situation({ [RULES]: '*.env' });
    s.here.remove(RULES);
    s.there.write(RULES, '*.log');
    s.here.write('a.env', 'a');
    expect(s.steps()).toEqual([expect.stringContaining(`download ${RULES}`)]);
  });

  it.each<[string, Readonly<Record<string, string | null>>, string]>([
    ['its own step is held', { [RULES]: '*.log', 'a.txt': 'a' }, 'a.txt'],
    ['a held delete must come first', { [RULES]: null, [`${RULES}/a`]: 'a' }, 'b.txt'],
  ])('is named by all that wait for it: %s', (_, agreed, written) => {
    const s = situation(agreed);
    s.there.remove(RULES);
    for (const path of [RULES, written]) s.there.write(path, 'theirs');
    s.here.write('a.env', 'a');
    s.here.folder('new');
    const { blocked, held } = s.plan(guarded);
    const missing = blocked.filter(({ problem }) => problem.code === 'rules_missing').map(({ problem }) => problem);
    expect(held).toMatchObject([{ nodes: 2 }]);
    expect(missing.map(({ reach, says }) => [reach, says.args])).toEqual([
      ['blocked', { name: 'a.env', file: RULES }],
      ['blocked', { name: 'new', file: RULES }],
    ]);
  });

  it.each(['waiting', 'blocked'] as const)('is named by all that wait for it if its download failed: %s', (reach) => {
    const s = situation();
    s.there.write(RULES, '*.env');
    s.here.write('a.env', 'a');
    const failed = new Map([[remoteAt(s.world, RULES).id, reach]]);
    const { steps, blocked } = s.plan({ failed });
    expect(steps).toMatchObject([{ kind: 'download', name: RULES }]);
    expect(blocked).toMatchObject([
      { problem: { code: 'rules_missing', reach, says: { args: { name: 'a.env', file: RULES } } } },
    ]);
  });
});

describe('[P89] a new item that the rules exclude, or that lies below rules never read', () => {
  it('stays here until the scan that takes it out of the tree', () => {
    const s = situation({ d: null });
    s.here.folder('modules');
    for (const path of ['d/a.env', 'd/b', 'modules/c']) s.here.write(path, path);
    const takesIn = (path: string): boolean => path !== 'd/a.env' && !path.startsWith('modules');
    expect(planWith(s, { takesIn })).toMatchObject({ steps: [{ kind: 'upload', name: 'b' }], blocked: [] });
  });
});

const planWith = ({ world }: Situation, more: Partial<Trees>) =>
  plan({ ...treesOf(world), ...more }, dirtyOf(world), planSettings());
