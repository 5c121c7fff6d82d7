import { describe, expect, test } from 'vitest';
import { parseIgnoreFile } from '../../../../../../../main/engine/observe/local/ignore/ignore-lines.ts';
import {
  createIgnoreRules,
  type IgnoreRules,
} from '../../../../../../../main/engine/observe/local/ignore/ignore-rules.ts';

const rules = (files: Record<string, string> = {}, ownLines: string[] = []): IgnoreRules => {
  const made = createIgnoreRules(ownLines);
  for (const [folder, text] of Object.entries(files)) made.setFolderRules(folder, parseIgnoreFile(text));
  return made;
};
const isIgnored = (made: IgnoreRules, path: string): boolean =>
  made.match(path.replace(/\/$/, ''), path.endsWith('/')) !== null;

describe('ignore rules', () => {
  test.each([
    '~$report.docx',
    '.~lock.report.odt#',
    'notes.md.swp',
    'a/b/.notes.swo',
    '1A2B3C4D.tmp',
    'Thumbs.db',
    'A/.DS_Store',
    'desktop.ini',
  ])('[E41] [E49] %s is left out from the start', (path) => expect(isIgnored(rules(), path)).toBe(true));

  test.each(['.bashrc', '.config/', 'a.tmp', '4913', '1A2B3C4D', 'backup~', 'report.docx', '~/x'])(
    '[E42] %s is synced: hidden files and what a person may have named so',
    (path) => expect(isIgnored(rules(), path)).toBe(false),
  );

  test('[P58] a state folder cannot be taken back, whichever folder it is in: that one was a root, or is a copy of one', () => {
    const made = rules({ '': '!.tandem/', sub: '!.tandem' }, ['!.tandem']);
    for (const path of ['.tandem', 'sub/.tandem', 'a/copy/.tandem'])
      expect(made.match(path, true)).toEqual({ rule: '.tandem/', source: 'built in' });
    for (const path of ['.tandem/root', 'copy/.tandem/root', 'copy/.tandem/staging/part', 'old/.tandem/trash/a.txt'])
      expect(isIgnored(made, path)).toBe(true);
    for (const path of ['.tandemignore', 'a.tandem/b', '.tandem can/', 'old.tandem/trash/'])
      expect(isIgnored(made, path)).toBe(false);
  });

  test.each(['..', '.', '../up', '/x', './a', 'C:/'])(
    '[P27] [P35] %s, which is valid on no disk or not on this one, is asked about like any other name',
    (path) => {
      for (const made of [rules({ '': '*.tmp' }), rules({}, ['build/*.o'])]) expect(isIgnored(made, path)).toBe(false);
      expect(isIgnored(rules({ '': '*.tmp' }), `${path}/b.tmp`)).toBe(true);
    },
  );

  test('[P22] [P69] an item in motion has its final name, and so have the folders above it', () => {
    const made = rules({ '': '.*\n*.tmp' });
    expect(isIgnored(made, '.tandem-moving-laptop-77.b')).toBe(false);
    expect(isIgnored(made, 'a/.tandem-moving-laptop-77.b/c')).toBe(false);
    expect(isIgnored(made, '.tandem-moving-laptop-77.b.tmp')).toBe(true);
    expect(isIgnored(made, '.tandem-moving-laptop-77..hidden')).toBe(true);
    const own = rules({ 'a/.tandem-moving-laptop-77.src': '*.log\n/build/' });
    expect(
      ['a.log', 'build/', 'in/a.log'].map((path) => isIgnored(own, `a/.tandem-moving-laptop-77.src/${path}`)),
    ).toEqual([true, true, true]);
    expect(isIgnored(own, 'a/src/a.log')).toBe(false);
  });

  test('rules are the same after any number of paths', () => {
    const made = rules({ '': '*.tmp' }, ['build/*.o']);
    const answers = Array.from({ length: 45_000 }, (_, index) =>
      made.match(`f/${index}.${index % 2 === 0 ? 'tmp' : 'txt'}`, false),
    );
    expect(answers.filter((answer) => answer !== null)).toHaveLength(22_500);
    expect(made.match('build/a.o', false)).toEqual({ rule: 'build/*.o', source: 'settings:1' });
  });

  test('[E32] rules apply in a folder whose name is decomposed, as macOS writes it', () => {
    const made = rules({ 'Cafe\u0301': '*.log\n/sub/' });
    expect(isIgnored(made, 'Cafe\u0301/a.log')).toBe(true);
    expect(isIgnored(made, 'Cafe\u0301/deep/a.log')).toBe(true);
    expect(isIgnored(made, 'Cafe\u0301/sub/')).toBe(true);
    expect(isIgnored(made, 'Cafe/a.log')).toBe(false);
  });

  test('[P69] [P90] later rules win: built in, root file, folder file, settings', () => {
    expect(isIgnored(rules({}, ['!Thumbs.db']), 'Thumbs.db')).toBe(false);
    expect(isIgnored(rules({ '': 'Thumbs.db' }, ['!Thumbs.db']), 'Thumbs.db')).toBe(false);
    expect(isIgnored(rules({ '': '!Thumbs.db' }), 'Thumbs.db')).toBe(false);
    for (const line of ['!.env', '!/.env', '!**/.env', '!/docs/.env']) {
      const own = rules({ '': line, docs: line }, ['.env']);
      expect(['.env', 'docs/.env'].map((path) => isIgnored(own, path))).toEqual([true, true]);
    }
    const made = rules({ '': '*.log', docs: '!keep.log' });
    expect(isIgnored(made, 'docs/keep.log')).toBe(false);
    expect(isIgnored(made, 'docs/deep/keep.log')).toBe(false);
    expect(isIgnored(made, 'docs/other.log')).toBe(true);
    expect(isIgnored(made, 'keep.log')).toBe(true);
  });

  test('a rule of a folder holds below that folder only, anchored or not', () => {
    const made = rules({ 'a [1]/b': '/top\nany\nx/y\n*.o\n!z.o' });
    expect(isIgnored(made, 'a [1]/b/top')).toBe(true);
    expect(isIgnored(made, 'a [1]/b/c/top')).toBe(false);
    expect(isIgnored(made, 'a [1]/b/c/any')).toBe(true);
    expect(isIgnored(made, 'a [1]/b/x/y')).toBe(true);
    expect(isIgnored(made, 'a [1]/b/c/x/y')).toBe(false);
    expect(isIgnored(made, 'a [1]/b/c/q.o')).toBe(true);
    expect(isIgnored(made, 'a [1]/b/c/z.o')).toBe(false);
    expect(isIgnored(made, 'a [1]/any')).toBe(false);
    expect(isIgnored(made, 'a 1/b/any')).toBe(false);
  });

  test.each([
    [[]],
    [['*.log', 'tmp/', '?x', '!a.log', '# no rule', '']],
    [['[ab]c', 'caf\u00e9 *', 'dots...', 'q+(r)^$|{s}', 'trailing  ']],
    [['a[', '\\!odd', '**', 'x**y']],
  ])('the quick look before the rules changes none of their answers: %j', (own) => {
    const quick = rules({}, own);
    // A rule with a slash in it is asked for every path.
    const asked = rules({}, [...own, 'never/such a path']);
    const names = [
      'a.log',
      'A.LOG',
      'tmp',
      'ax',
      'ac',
      'bc',
      'cc',
      'caf\u00e9 1',
      'cafe\u0301 2',
      'dots...',
      'q+(r)^$|{s}',
    ];
    const more = [
      '~$a.docx',
      '.~lock.a#',
      'x.swp',
      '0A1B2C3D.tmp',
      '.nfs01234567',
      'thumbs.db',
      '$RECYCLE.BIN',
      'lost+found',
    ];
    const odd = ['trailing', 'trailing  ', 'a[', '!odd', 'xzy', 'plain.txt', '.hidden', '\u017fwp', 'a\nb.swp'];
    for (const name of [...names, ...more, ...odd]) {
      for (const path of [name, `in/${name}`, `${name}/below`, `in/${name}/below`]) {
        for (const isFolder of [false, true]) {
          expect([path, isFolder, quick.match(path, isFolder)]).toEqual([path, isFolder, asked.match(path, isFolder)]);
        }
      }
    }
  });

  test('what lies in a folder that is left out cannot be taken back', () => {
    const made = rules({ '': 'build/\n!build/keep.txt' });
    expect(isIgnored(made, 'build/')).toBe(true);
    expect(isIgnored(made, 'build/keep.txt')).toBe(true);
    expect(isIgnored(made, 'build')).toBe(false);
  });

  test('a match names its rule and the place of the rule', () => {
    const made = rules({ docs: '# drafts\n\n*.draft' }, ['secret/']);
    expect(made.match('docs/a.draft', false)).toEqual({ rule: '*.draft', source: 'docs/.tandemignore:3' });
    expect(made.match('secret', true)).toEqual({ rule: 'secret/', source: 'settings:1' });
    expect(made.match('~$a.docx', false)).toEqual({ rule: '~$*', source: 'built in' });
  });

  test('[E32] case and Unicode form do not count', () => {
    const made = rules({ '': 'Caf\u00e9\n*.LOG' });
    expect(isIgnored(made, 'cafe\u0301')).toBe(true);
    expect(isIgnored(made, 'a.log')).toBe(true);
  });

  test('comments, escapes, a byte order mark and Windows line ends are read as gitignore reads them', () => {
    const made = rules({ '': '\u{feff}one\r\n# two\r\n\\#three\r\n\\!four\r\n' });
    expect(['one', '# two', '#three', '!four'].map((path) => isIgnored(made, path))).toEqual([true, false, true, true]);
    const deep = rules({ d: '\\#three\n\\!four' });
    expect(['d/#three', 'd/!four'].map((path) => isIgnored(deep, path))).toEqual([true, true]);
  });

  test('[E79] changed and removed rules count as changed, equal ones do not', () => {
    const made = createIgnoreRules([]);
    expect(made.setFolderRules('', null)).toBe(false);
    expect(made.setFolderRules('', parseIgnoreFile('a'))).toBe(true);
    expect(made.setFolderRules('', parseIgnoreFile('a\n'))).toBe(false);
    expect(isIgnored(made, 'a')).toBe(true);
    expect(made.setFolderRules('', null)).toBe(true);
    expect(isIgnored(made, 'a')).toBe(false);
  });
});
