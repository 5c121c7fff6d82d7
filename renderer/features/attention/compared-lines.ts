import { diffLines, diffWordsWithSpace } from 'diff';

/** A segment of a line; `isOwn`: missing in the other version. */
export type Stretch = { readonly text: string; readonly isOwn: boolean };

/** One aligned row of the comparison; null: this side has no such line. */
export type ComparedRow = {
  readonly mine: ComparedLine | null;
  readonly theirs: ComparedLine | null;
  /** The number of the difference that it belongs to, from 0; null: both sides are equal. */
  readonly change: number | null;
};
export type ComparedLine = { readonly number: number; readonly stretches: readonly Stretch[] };

/**
 * The time of a comparison grows with the square of what differs. Beyond this many different lines, and words of all changed lines together (as the
 * root of a sum of squares), it is coarser: about half a second for the longest texts shown.
 */
const MOST_LINES = 2_000;
const MOST_WORDS = 1_000;

/**
 * Aligns two texts line by line, so that equal lines are at the same height. Changed words are marked within a line. Line ends count only where both
 * versions have the same kind.
 */
export function comparedRows(mine: string, theirs: string): readonly ComparedRow[] {
  const blocks = haveOtherLineEnds(mine, theirs)
    ? blocksOf(mine.replaceAll('\r\n', '\n'), theirs.replaceAll('\r\n', '\n'))
    : blocksOf(mine, theirs);
  const pairs = blocks.reduce((sum, { isEqual, ...side }) => sum + (isEqual ? 0 : pairsIn(side)), 0);
  const mostWords = Math.floor(MOST_WORDS / Math.sqrt(Math.max(pairs, 1)));
  const rows: ComparedRow[] = [];
  const at = { mine: 0, theirs: 0 };
  let change = 0;
  for (const { isEqual, ...side } of blocks) {
    for (let line = 0; line < Math.max(side.mine.length, side.theirs.length); line += 1) {
      const [own, other] = [side.mine[line], side.theirs[line]];
      const stretches = (text: string, counterpart: string | undefined): readonly Stretch[] =>
        isEqual ? [{ text, isOwn: false }] : stretchesOf(text, counterpart, mostWords);
      rows.push({
        mine: own === undefined ? null : { number: at.mine + line + 1, stretches: stretches(own, other) },
        theirs: other === undefined ? null : { number: at.theirs + line + 1, stretches: stretches(other, own) },
        change: isEqual ? null : change,
      });
    }
    if (!isEqual) change += 1;
    at.mine += side.mine.length;
    at.theirs += side.theirs.length;
  }
  return rows;
}

/** One version ends its lines as Windows does, the other does not. */
export const haveOtherLineEnds = (mine: string, theirs: string): boolean =>
  mine.includes('\n') && theirs.includes('\n') && mine.includes('\r\n') !== theirs.includes('\r\n');

type Sides = { readonly mine: readonly string[]; readonly theirs: readonly string[] };

/** Lines that are equal in both versions, or that stand in each other's place. */
type Block = Sides & { readonly isEqual: boolean };

const pairsIn = ({ mine, theirs }: Sides): number => Math.min(mine.length, theirs.length);

function blocksOf(mine: string, theirs: string): readonly Block[] {
  const parts = diffLines(mine, theirs, { maxEditLength: MOST_LINES });
  if (parts === undefined) return coarseBlocks(linesOf(mine), linesOf(theirs));
  const blocks: Block[] = [];
  for (const { value, added, removed } of parts) {
    const lines = linesOf(value);
    const last = blocks.at(-1);
    if (added && last !== undefined && !last.isEqual) blocks[blocks.length - 1] = { ...last, theirs: lines };
    else blocks.push({ mine: added ? [] : lines, theirs: removed ? [] : lines, isEqual: !added && !removed });
  }
  return blocks;
}

/** The lines between the equal ones at both ends are one change. */
function coarseBlocks(mine: readonly string[], theirs: readonly string[]): readonly Block[] {
  const most = Math.min(mine.length, theirs.length);
  let start = 0;
  while (start < most && mine[start] === theirs[start]) start += 1;
  let end = 0;
  while (end < most - start && mine.at(-1 - end) === theirs.at(-1 - end)) end += 1;
  const between = (lines: readonly string[]): readonly string[] => lines.slice(start, lines.length - end);
  const [first, last] = [mine.slice(0, start), mine.slice(mine.length - end)];
  return [
    { mine: first, theirs: first, isEqual: true },
    { mine: between(mine), theirs: between(theirs), isEqual: false },
    { mine: last, theirs: last, isEqual: true },
  ];
}

/** A line of both texts in one; `side`: the only version that has it. */
export type InlineLine = {
  readonly side: 'mine' | 'theirs' | null;
  readonly numbers: { readonly mine: number | null; readonly theirs: number | null };
  readonly stretches: readonly Stretch[];
  readonly change: number | null;
};

/** Both texts in one: where they differ, first the lines of one's own version, then those of the other. */
export function inlineLines(rows: readonly ComparedRow[]): readonly InlineLine[] {
  const lines: InlineLine[] = [];
  let theirs: InlineLine[] = [];
  for (const [index, row] of rows.entries()) {
    const { change } = row;
    const numbers = { mine: row.mine?.number ?? null, theirs: row.theirs?.number ?? null };
    if (change === null) {
      lines.push({ side: null, numbers, stretches: row.mine?.stretches ?? [], change });
      continue;
    }
    const ofSide = (side: 'mine' | 'theirs', line: ComparedLine): InlineLine => ({
      side,
      numbers: { mine: null, theirs: null, [side]: line.number },
      stretches: line.stretches,
      change,
    });
    if (row.mine !== null) lines.push(ofSide('mine', row.mine));
    if (row.theirs !== null) theirs.push(ofSide('theirs', row.theirs));
    if (rows[index + 1]?.change === change) continue;
    lines.push(...theirs);
    theirs = [];
  }
  return lines;
}

/**
 * The words of a line that its counterpart lacks; all of them without a counterpart, or if more than `mostWords` differ. A space belongs to them only
 * between two of them.
 */
function stretchesOf(line: string, other: string | undefined, mostWords: number): readonly Stretch[] {
  const parts = other === undefined ? undefined : diffWordsWithSpace(other, line, { maxEditLength: mostWords });
  if (parts === undefined) return [{ text: line, isOwn: true }];
  const words = parts
    .filter(({ removed }) => !removed)
    .flatMap(({ value, added }) => (added ? apart(value) : [{ text: value, isOwn: false }]));
  const stretches: { text: string; isOwn: boolean }[] = [];
  for (const [index, { text, isOwn }] of words.entries()) {
    const last = stretches.at(-1);
    const isBetween = text.trim() === '' && last?.isOwn === true && words[index + 1]?.isOwn === true;
    if (last?.isOwn === (isOwn || isBetween)) last.text += text;
    else stretches.push({ text, isOwn });
  }
  return stretches;
}

/** The space around a change is no part of it, unless nothing else changed. */
function apart(text: string): readonly Stretch[] {
  const words = text.trim();
  if (words === '') return [{ text, isOwn: true }];
  const [before = '', after = ''] = text.split(words);
  return [
    { text: before, isOwn: false },
    { text: words, isOwn: true },
    { text: after, isOwn: false },
  ].filter((stretch) => stretch.text !== '');
}

const linesOf = (text: string): readonly string[] => (text === '' ? [] : text.replace(/\n$/, '').split('\n'));
