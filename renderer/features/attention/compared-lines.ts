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

/** Aligns two texts line by line, so that equal lines are at the same height. Changed words are marked within a line. */
export function comparedRows(mine: string, theirs: string): readonly ComparedRow[] {
  const rows: ComparedRow[] = [];
  const at = { mine: 0, theirs: 0 };
  let change = 0;
  const parts = diffLines(mine, theirs);
  for (let index = 0; index < parts.length; index += 1) {
    const part = parts[index];
    if (part === undefined) break;
    if (!part.added && !part.removed) {
      for (const text of linesOf(part.value)) {
        at.mine += 1;
        at.theirs += 1;
        const stretches = [{ text, isOwn: false }];
        rows.push({
          mine: { number: at.mine, stretches },
          theirs: { number: at.theirs, stretches },
          change: null,
        });
      }
      continue;
    }
    const next = parts[index + 1];
    const pairs = part.removed && next?.added === true;
    if (pairs) index += 1;
    const gone = part.removed ? linesOf(part.value) : [];
    const come = part.added ? linesOf(part.value) : pairs ? linesOf(next.value) : [];
    for (let line = 0; line < Math.max(gone.length, come.length); line += 1) {
      const [own, other] = [gone[line], come[line]];
      rows.push({
        mine: own === undefined ? null : { number: at.mine + line + 1, stretches: stretchesOf(own, other) },
        theirs: other === undefined ? null : { number: at.theirs + line + 1, stretches: stretchesOf(other, own) },
        change,
      });
    }
    change += 1;
    at.mine += gone.length;
    at.theirs += come.length;
  }
  return rows;
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

/** The words of a line that its counterpart lacks; without a counterpart, all of them. A space belongs to them only between two of them. */
function stretchesOf(line: string, other: string | undefined): readonly Stretch[] {
  if (other === undefined) return [{ text: line, isOwn: true }];
  const words = diffWordsWithSpace(other, line)
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

const linesOf = (text: string): readonly string[] => text.replace(/\n$/, '').split('\n');
