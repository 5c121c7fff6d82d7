export type Points = {
  /** Seconds, ascending. */
  readonly times: readonly number[];
  /** As many; null leaves a gap. */
  readonly values: readonly (number | null)[];
};

/** What a square of 100 by 100 shows: from a moment on, so many seconds, and values from zero to the top. */
export type Scale = { readonly from: number; readonly span: number; readonly top: number };

type Point = { readonly x: number; readonly y: number };

/** The path of a line through the points, in one piece between two gaps. */
export const linePath = (points: Points, scale: Scale): string => piecesOf(points, scale).map(lineOf).join('');

/** The path around the area between that line and zero. */
export const areaPath = (points: Points, scale: Scale): string =>
  piecesOf(points, scale)
    .map((piece) => `${lineOf(piece)}V100H${piece[0]?.x ?? 0}Z`)
    .join('');

const lineOf = (piece: readonly Point[]): string =>
  piece.map(({ x, y }, at) => `${at === 0 ? 'M' : 'L'}${x} ${y}`).join('');

function piecesOf({ times, values }: Points, { from, span, top }: Scale): readonly (readonly Point[])[] {
  const pieces: Point[][] = [];
  let piece: Point[] | null = null;
  for (const [at, time] of times.entries()) {
    const value = values[at] ?? null;
    if (value === null) {
      piece = null;
      continue;
    }
    if (piece === null) {
      piece = [];
      pieces.push(piece);
    }
    piece.push({ x: rounded(((time - from) / span) * 100), y: rounded(100 - (value / top) * 100) });
  }
  return pieces;
}

/** A hundredth of the square is less than a pixel. */
const rounded = (number: number): number => Math.round(number * 100) / 100;
