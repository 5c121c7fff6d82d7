import { describe, expect, test } from 'vitest';
import { ANY, compileName, matchesSequence } from '../../../../../../../main/engine/observe/local/ignore/glob.ts';
import { createIgnoreRules } from '../../../../../../../main/engine/observe/local/ignore/ignore-rules.ts';

/** Whether a pattern in which `*` stands for any number of items is like these items, and after how many comparisons that is known. */
function compared(pattern: string, items: string) {
  let comparisons = 0;
  const elements = [...pattern].map((element) => (element === '*' ? ANY : element));
  const isLike = matchesSequence(elements, items, (element, item) => {
    comparisons += 1;
    return element === item;
  });
  return { isLike, comparisons };
}

/** Whether a pattern is like a name, and how many characters of the name were read to know. */
function read(pattern: string, name: string) {
  let reads = 0;
  const characters = new Proxy([...name], {
    get(target, key, self) {
      if (typeof key === 'string' && /^\d+$/.test(key)) reads += 1;
      return Reflect.get(target, key, self);
    },
  });
  return { isLike: compileName(pattern)?.({ key: name, characters }), reads };
}

describe('[P87] [P90] a rule file of someone else can keep no computer busy', () => {
  test.each([
    ['x*******y', `x${'a'.repeat(60)}z`],
    [`x${'*a'.repeat(10)}*y`, `x${'a'.repeat(40)}`],
    ['*a*a*a*a*a*a*a*a*b', 'a'.repeat(255)],
    [`*${'a'.repeat(120)}b`, 'a'.repeat(255)],
    [`${'*a'.repeat(100)}*b*`, 'a'.repeat(250)],
  ])('%s takes at most a comparison for each pair of an element and an item', (pattern, items) => {
    const { isLike, comparisons } = compared(pattern, items);
    expect(isLike).toBe(false);
    expect(comparisons).toBeLessThanOrEqual(pattern.length * items.length);
  });

  test.each([
    [`*${'?'.repeat(59)}b1`, 'a'.repeat(250)],
    [`*${'a'.repeat(40)}?b*`, 'a'.repeat(250)],
    [`${'*a?'.repeat(20)}b`, 'a'.repeat(250)],
    [`*${'[a-z]'.repeat(40)}[0-9]`, 'a'.repeat(250)],
  ])('%s reads each character of a name once', (pattern, name) => {
    const { isLike, reads } = read(pattern, name);
    expect(isLike).toBe(false);
    expect(reads).toBeLessThanOrEqual(name.length + 1);
  });

  test.each([
    [`x/${'**/'.repeat(6)}y`, `x/${'a/'.repeat(58)}z`],
    [`x${'/**/a'.repeat(10)}/y`, `x${'/a'.repeat(39)}`],
    ['*a*a*a*a*a*a*a*a*a*a*a*a*a*a*b', 'a'.repeat(250)],
    [`/${'**/*a*a*a*b*/'.repeat(20)}c`, `${'a'.repeat(100)}/`.repeat(40).slice(0, -1)],
  ])('%s answers at once', { timeout: 10_000 }, (rule, path) => {
    expect(createIgnoreRules([rule]).match(path, false)).toBeNull();
  });
});

test.each([
  ['a*c', 'abbc', true],
  ['a*b*c', 'abcbc', true],
  ['*', '', true],
  ['a*', '', false],
  ['abc', 'abcd', false],
  ['*b', 'abab', true],
])('%s is like %s: %s', (pattern, items, isLike) => expect(compared(pattern, items).isLike).toBe(isLike));

test.each([
  ['?', 'a', true],
  ['?', 'ab', false],
  ['a?c', 'abc', true],
  ['*b?', 'abbc', true],
  ['*b?', 'ab', false],
  ['b?*', 'abc', false],
  ['b?*', 'bc', true],
  ['a*?', 'a', false],
  ['*a?c*', 'xaacab', true],
  [`*${'?'.repeat(31)}b`, `a${'x'.repeat(31)}b`, true],
  [`${'?'.repeat(32)}b`, `${'x'.repeat(32)}b`, true],
  [`${'?'.repeat(32)}b`, `${'x'.repeat(31)}b`, false],
  [`*[a-c]${'?'.repeat(80)}b*`, `zzb${'x'.repeat(80)}bzz`, true],
  [`*[a-c]${'?'.repeat(80)}b*`, `zzz${'x'.repeat(80)}bzz`, false],
])('the name pattern %s is like %s: %s', (pattern, name, isLike) => expect(read(pattern, name).isLike).toBe(isLike));
