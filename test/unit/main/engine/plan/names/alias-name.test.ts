import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { diskNameTrouble } from '../../../../../../main/engine/model/names/disk-names.ts';
import { aliasNames, nameBehind } from '../../../../../../main/engine/plan/names/alias-name.ts';
import { planSettings } from '../../../../../support/engine/trees.ts';

const windows = planSettings({ caseSensitive: false, platform: 'windows', nameLimit: { length: 255, unit: 'utf16' } });
const linux = planSettings();

describe('aliases', () => {
  it('[P35] look-alikes stand for what Windows cannot hold, and are read back [E33]', () => {
    for (const [name, alias] of [
      ['a:b', 'a\uff1ab'],
      ['who?*.txt', 'who\uff1f\uff0a.txt'],
      ['<"|>\\', '\uff1c\uff02\uff5c\uff1e\uff3c'],
      ['dot.', 'dot\uff0e'],
      ['blank ', 'blank\u2420'],
      ['tab\there', 'tab\u2409here'],
      ['CON', '\uff23ON'],
      ['com1.txt', '\uff43om1.txt'],
      ['NUL.tar.gz', '\uff2eUL.tar.gz'],
    ] as const) {
      expect(aliasNames(name, windows)[0]).toBe(alias);
      expect(nameBehind(alias, windows)).toBe(name);
    }
  });

  it('[P35] a name that holds a look-alike already is not read back from it: it gets a mark', () => {
    const [alias] = aliasNames('a\uff1ab:c', windows);
    expect(alias).toMatch(/^a\uff1ab\uff1ac~[0-9a-z]{6}$/);
    expect(nameBehind('a\uff1ab', linux)).toBeNull();
  });

  it('[P35] a name that is too long is cut between graphemes, keeps its extension, and differs from its neighbours [E36]', () => {
    const family = '\u{1f468}\u200d\u{1f469}\u200d\u{1f467}';
    const [alias = ''] = aliasNames(`${family.repeat(15)}.jpeg`, linux);
    expect(alias).toMatch(/^(?:\u{1f468}\u200d\u{1f469}\u200d\u{1f467})+~[0-9a-z]{6}\.jpeg$/u);
    expect(new TextEncoder().encode(alias).length).toBeLessThanOrEqual(255);
    const [other] = aliasNames(`${family.repeat(16)}.jpeg`, linux);
    expect(other).not.toBe(alias);
  });

  it('[P35] the name of the state folder has an alias at every depth', () => {
    expect(aliasNames('.Tandem', linux)[0]).toBe('\uff0eTandem');
    expect(nameBehind('\uff0eTandem', linux)).toBe('.Tandem');
  });

  it('[P35] an invalid file name has no alias [E35]', () => {
    for (const name of ['', '.', '..', 'a/b', 'a\0b', 'half\ud83d']) expect(aliasNames(name, windows)).toEqual([]);
  });

  it('[P35] every alias of every name can be held, and two names never share a look-alike', () => {
    const nasty = fc.string({
      unit: fc.constantFrom(...'aA.: ?*\uff1a\uff0e\u2420~CON1\u0301\u{1f600}'),
      minLength: 1,
      maxLength: 12,
    });
    fc.assert(
      fc.property(nasty, nasty, (a, b) => {
        for (const alias of aliasNames(a, windows)) expect(diskNameTrouble(alias, windows)).toBeNull();
        const [mine] = aliasNames(a, windows);
        const [theirs] = aliasNames(b, windows);
        if (a !== b && mine !== undefined) expect(mine).not.toBe(theirs);
      }),
      { numRuns: 3000 },
    );
  });
});
